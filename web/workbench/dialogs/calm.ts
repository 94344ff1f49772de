// The page moves by itself only while no hand is on its way to something on it.

/** A pointer that has not moved for this long rests. */
const REST_MS = 1_500;
/** A press so soon after the page moved was meant for what stood there before. */
const STRAY_MS = 500;

let moved = -Infinity;
let shifted = -Infinity;
let timer: ReturnType<typeof setTimeout> | undefined;
const waiting = new Set<() => void>();

export function watchHands(): void {
  for (const type of ["pointermove", "pointerdown", "wheel"])
    document.addEventListener(type, onPointer, { capture: true, passive: true });
  document.addEventListener("pointerleave", rest, { capture: true });
  // Whoever types looks at the focus, which keeps its place.
  document.addEventListener("keydown", rest, { capture: true });
}

export function isCalm(): boolean {
  return performance.now() - moved >= REST_MS;
}

/** Does something that moves the page, now or when the pointer rests or leaves. */
export function whenCalm(act: () => void): void {
  waiting.add(act);
  check();
}

/** Whether a press can only have been meant for what the page showed before it moved. */
export function isStray(event: Event): boolean {
  // Enter and Space on a button are clicks too, and know where they go.
  if (event instanceof MouseEvent && event.type === "click" && event.detail === 0) return false;
  return event.timeStamp - shifted < STRAY_MS && moved < shifted;
}

function onPointer(event: Event): void {
  const isNear = event.target instanceof Element && event.target.closest(".cards") !== null;
  // The press itself is judged before it counts as a movement.
  if (event.type === "pointerdown" && isStray(event)) return;
  moved = isNear ? performance.now() : -Infinity;
  if (!isNear) check();
}

function rest(event: Event): void {
  if (event.type === "pointerleave" && event.target !== document.documentElement && event.target !== document) return;
  moved = -Infinity;
  check();
}

function check(): void {
  clearTimeout(timer);
  if (waiting.size === 0) return;
  if (!isCalm()) {
    timer = setTimeout(check, REST_MS - (performance.now() - moved) + 1);
    return;
  }
  const acts = [...waiting];
  waiting.clear();
  for (const act of acts) act();
  shifted = performance.now();
}
