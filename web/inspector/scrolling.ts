// Whether somebody scrolls through a list right now: what need not be drawn at once then waits.

/** Two turns of a wheel belong together. */
const TOGETHER_MS = 120;
let until = 0;

/** A list was scrolled. */
export function noteScroll(): void {
  until = performance.now() + TOGETHER_MS;
}

/** How long what can wait should wait, in milliseconds; 0 if nobody scrolls. */
export function scrollsFor(): number {
  return Math.max(0, until - performance.now());
}
