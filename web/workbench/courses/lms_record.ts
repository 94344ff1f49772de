// What the LMS has stored that the course plays in: asked for again when the session has gone on.

import { effect, signal } from "@preact/signals";
import { ask } from "../socket";
import type { LmsRecord } from "../wire";
import { live } from "./live";
import { playedLms } from "./PlayAs";
import { course, online } from "./state";

/** The course may say much in a moment; the record follows at this pace, in milliseconds. */
const PACE = 700;
/** What the page sends without waiting arrives later than the call that it was sent for. */
const LATE = 1_500;

/** The record of a session, and why it is not known. */
export const lmsRecord = signal<{ session: string; record: LmsRecord | null; why: string } | null>(null);

let waiting: ReturnType<typeof setTimeout> | undefined;
let askedAt = 0;

effect(() => {
  const session = course.value?.card.session_id;
  const { value } = live;
  // Every entry of the journal may have been followed by a request to the LMS.
  if (value?.session === session) value?.view.grown.value;
  clearTimeout(waiting);
  if (session === undefined || !online() || playedLms() === null || course.value?.card.is_elsewhere) return;
  waiting = setTimeout(
    () => {
      void fetchRecord(session);
      waiting = setTimeout(() => void fetchRecord(session), LATE);
    },
    Math.max(0, askedAt + PACE - Date.now()),
  );
});

async function fetchRecord(session: string): Promise<void> {
  askedAt = Date.now();
  try {
    const { record } = await ask({ type: "course-lms-record", session_id: session }, "course-lms-record");
    lmsRecord.value = { session, record, why: "" };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    lmsRecord.value = { session, record: null, why };
  }
}
