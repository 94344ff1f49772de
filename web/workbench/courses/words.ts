// What is known of an activity or a course, in words.

import { t } from "../strings";
import type { ActivityStatus } from "../wire";

export type Tone = "good" | "bad" | "half" | "none";

/** The most important fact first: passed or failed before completed. */
export function tone({ satisfied, completed }: ActivityStatus): Tone {
  if (satisfied === false) return "bad";
  if (satisfied === true || completed === true) return "good";
  return completed === false ? "half" : "none";
}

export function inWords(status: ActivityStatus): string {
  const words: string[] = [];
  if (status.satisfied !== null) words.push(t(status.satisfied ? "status.passed" : "status.failed"));
  else if (status.completed !== null) words.push(t(status.completed ? "status.completed" : "status.incomplete"));
  if (status.measure !== null) words.push(percent(status.measure));
  return words.length > 0 ? words.join(" · ") : t("status.unknown");
}

export function percent(measure: number): string {
  return `${Math.round(measure * 100)} %`;
}
