// The files of a course are followed while it plays: what is wrong with them, and when it is loaded again.

import { computed, signal } from "@preact/signals";
import { ask } from "../socket";
import type { FromServer, LiveFindings, OnSave } from "../wire";
import { attempt, course, play, player, session } from "./state";

const known = signal<{ session: string; live: LiveFindings | null } | null>(null);

/** What is known of the course that the Play view shows; null while nobody follows its files. */
export const findings = computed(() => (known.value?.session === session() ? known.value.live : null));

/** Only what lies in a folder can be edited. */
export const isEditable = (): boolean => !/\.zip$/i.test(course.value?.card.path ?? "");

export async function develop(on_save: OnSave | null): Promise<void> {
  const id = session();
  if (id === null) return;
  const wish = on_save === null ? {} : { on_save };
  await attempt(() => ask({ type: "course-develop", session_id: id, ...wish }, "done"));
}

export function receiveFindings(message: Extract<FromServer, { type: "course-findings" }>): void {
  const { session_id, live } = message;
  const before = known.value?.session === session_id ? known.value.live : null;
  known.value = { session: session_id, live };
  // The page that plays the course loads it; others only look on.
  const isNew = before !== null && live !== null && live.reloads > before.reloads;
  if (isNew && player.value?.session === session_id && session() === session_id)
    void play({ start_over: live.on_save === "start_over" });
}
