// The moments of a session, one after the other, as if it happened again.

import { signal } from "@preact/signals";
import type { View } from "./view";

/** All of it is over in this time, and no step is shorter than can be seen, in milliseconds. */
const WHOLE = 30_000;
const SHORTEST = 80;
const LONGEST = 600;

/** The view that is replayed. */
export const replaying = signal<View | null>(null);
let ticking = 0;

export function toggleReplay(view: View): void {
  if (replaying.value === view) stopReplay();
  else begin(view);
}

export function stopReplay(): void {
  clearInterval(ticking);
  replaying.value = null;
}

function begin(view: View): void {
  stopReplay();
  const last = view.source.moments - 1;
  // Who stands at the end sees all of it.
  if (view.at.value >= last) view.goTo(0);
  const from = view.at.value;
  const pause = Math.min(LONGEST, Math.max(SHORTEST, WHOLE / Math.max(1, last - from)));
  const stride = Math.max(1, Math.round(((last - from) * pause) / WHOLE));
  let next = from;
  replaying.value = view;
  ticking = setInterval(() => {
    // Somebody went elsewhere: the course is theirs again.
    if (view.at.value !== next) return stopReplay();
    next = Math.min(last, next + stride);
    view.goTo(next);
    if (next >= last) stopReplay();
  }, pause);
}
