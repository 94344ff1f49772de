// What the person does becomes a rehearsal: begun, ended and saved.

import { signal } from "@preact/signals";
import { ask } from "../socket";
import type { FromServer, Leaving } from "../wire";
import { attempt, course, leave, play, player, session } from "./state";

/** The rehearsal that was written last. */
export const saved = signal<Extract<FromServer, { type: "course-rehearsal" }> | null>(null);

/** A rehearsal begins where the course does, so the course begins anew. */
export async function beginRecording(): Promise<void> {
  saved.value = null;
  await play({ record: true });
}

export async function saveRecording(): Promise<void> {
  const id = session();
  if (id === null) return;
  const reply = await attempt(() => ask({ type: "course-recorded", session_id: id }, "course-rehearsal"));
  if (reply) saved.value = reply;
}

/** Who leaves a course that is recorded has recorded it. */
export async function leaveCourse(how: Leaving): Promise<void> {
  const isRecorded = typeof course.value?.recorded === "number";
  await leave(how);
  if (isRecorded && player.value === null) await saveRecording();
}
