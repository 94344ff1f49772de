// Who drives the session that is watched, what is done there, and what this person does.

import { signal } from "@preact/signals";
import { ask, send } from "../socket";
import type { ActLine, DriveWish, FromServer, PersonInput, Seat } from "../wire";
import { problem } from "./state";

export const seat = signal<{ session: string; seat: Seat } | null>(null);
/** The last act, until it has been seen. */
export const lastAct = signal<{ session: string; act: ActLine } | null>(null);
/** What the server calls this page. */
export const ownPage = signal("");

const ACT_SHOWN_MS = 2_500;
let fading: ReturnType<typeof setTimeout> | undefined;

export function receiveDriving(message: Extract<FromServer, { type: "course-seat" | "course-acts" }>): void {
  if (message.type === "course-seat") {
    seat.value = { session: message.session_id, seat: message.seat };
    return;
  }
  const act = message.acts.at(-1);
  if (!act) return;
  lastAct.value = { session: message.session_id, act };
  clearTimeout(fading);
  fading = setTimeout(() => (lastAct.value = null), ACT_SHOWN_MS);
}

export async function drive(session: string, wish: DriveWish): Promise<boolean> {
  problem.value = null;
  try {
    await ask({ type: "course-drive", session_id: session, wish }, "done");
    return true;
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
    return false;
  }
}

export function give(session: string, input: PersonInput): void {
  send({ type: "course-input", session_id: session, input });
}

/** The page is connected, perhaps again: whoever drove before goes on. */
export function connected(page: string): void {
  const was = ownPage.value;
  ownPage.value = page;
  const held = seat.value;
  if (was !== "" && held?.seat.holder?.page === was) void drive(held.session, { wish: "keep", was });
}
