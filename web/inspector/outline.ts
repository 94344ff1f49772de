// Activities in words: what a learner has done there, and what keeps them out.

import type { Activity } from "./source";

export type Standing = "passed" | "failed" | "done" | "open" | "begun" | "locked" | "untouched";

/** One word for an activity: the strongest thing that can be said about it. */
export function standing(activity: Activity, current: string | null): Standing {
  const { satisfied, completed } = activity.status;
  if (satisfied === true) return "passed";
  if (satisfied === false) return "failed";
  if (completed === true) return "done";
  if (activity.identifier === current) return "open";
  if (activity.refusal !== null && activity.kind !== "root") return "locked";
  if (activity.attempt_count > 0) return "begun";
  return "untouched";
}

export interface Refusal {
  code: string;
  meaning: string;
  /** The rule, limit or prerequisite that decides. */
  rule: string;
}

/** Takes the engine's words apart: `code: meaning (rule)`. */
export function refusal(text: string): Refusal {
  const match = /^([A-Z]{2}[\d.]*-\d+): (.*?)(?: \((.*)\))?$/s.exec(text);
  return match
    ? { code: match[1] ?? "", meaning: match[2] ?? "", rule: match[3] ?? "" }
    : { code: "", meaning: text, rule: "" };
}
