// Whether a press lands on what it was aimed at: a page may move it between the look and the press.

const PRESSES = [
  "pointerdown", "mousedown", "touchstart", "pointerup", "mouseup", "touchend",
  "click", "auxclick", "dblclick", "contextmenu",
];

let aim = null;

// What `pointFor` found last, kept until the press.
function takeAim(element, target, point) {
  aim = { element, target, point, before: rectOf(target), verdict: null };
  return point;
}

// From now on, a press that misses because its target moved reaches nobody.
function watchAim(element) {
  aim?.stop?.();
  if (aim?.element !== element) return;
  const watched = aim;
  const guard = (event) => {
    if (!event.isTrusted) return;
    watched.verdict ??= judge(watched, event);
    if (watched.verdict === "missed") {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  };
  for (const type of PRESSES) addEventListener(type, guard, { capture: true, passive: false });
  watched.stop = () => {
    for (const type of PRESSES) removeEventListener(type, guard, { capture: true });
  };
}

// What the page lays over an element on purpose gets the press, as it would from a person.
function judge({ element, target, point, before }, event) {
  const at = event.touches?.[0] ?? event;
  if (!element.isConnected || !coverAt(element, at.clientX, at.clientY)) return "hit";
  const frameMoved = Math.abs(at.clientX - point.x) > 1 || Math.abs(at.clientY - point.y) > 1;
  return frameMoved || !sameRect(before, rectOf(target)) ? "missed" : "hit";
}

// Whether the press missed; the watch ends.
function missedAim() {
  const missed = aim?.verdict === "missed";
  aim?.stop?.();
  aim = null;
  return missed;
}
