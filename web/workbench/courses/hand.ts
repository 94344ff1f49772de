// Mouse, wheel, keys and text of the person who drives, as messages to the server.

import type { MouseButton, PersonInput } from "../wire";

type Give = (input: PersonInput) => void;

const BUTTONS: MouseButton[] = ["left", "middle", "right"];
/** Chords that the person's own browser needs. */
const OWN_CHORDS = new Set([..."rtwnlpjhdf+-=0123456789", "Tab", "PageUp", "PageDown", "F4", "F5"]);
const OWN_KEYS = new Set(["F5", "F6", "F11", "F12"]);

/** Whether a key stays with the person's own browser. */
export function staysHere(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">): boolean {
  const { key } = event;
  if (OWN_KEYS.has(key)) return true;
  if (event.altKey && !event.ctrlKey) return ["ArrowLeft", "ArrowRight", "F4", "Tab", "Home"].includes(key);
  // Together, Control and Alt make characters on many keyboards.
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    // What is pasted comes as text.
    return OWN_CHORDS.has(key.toLowerCase()) || OWN_CHORDS.has(key) || key.toLowerCase() === "v" || event.shiftKey;
  }
  return false;
}

/** Has an element give what is done on it; ends by the function that it returns. `leave` is called for Shift+Escape. */
export function lendHand(field: HTMLTextAreaElement, give: Give, leave: () => void): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const held = new Map<string, string>();
  let passing: PersonInput | null = null;
  let wheel: { x: number; y: number; dx: number; dy: number } | null = null;
  let scheduled = 0;

  const place = (event: MouseEvent) => {
    const box = field.getBoundingClientRect();
    const share = (at: number, from: number, length: number) => Math.min(1, Math.max(0, (at - from) / length));
    return { x: share(event.clientX, box.left, box.width), y: share(event.clientY, box.top, box.height) };
  };
  const modifiers = (event: MouseEvent | KeyboardEvent) =>
    Number(event.altKey) + 2 * Number(event.ctrlKey) + 4 * Number(event.metaKey) + 8 * Number(event.shiftKey);
  /** Once per frame at most: nobody moves faster than they see. */
  const flush = () => {
    scheduled = 0;
    if (passing) give(passing);
    if (wheel) give({ did: "wheel", ...wheel });
    passing = wheel = null;
  };
  const soon = () => {
    scheduled ||= requestAnimationFrame(flush);
  };
  const mouse = (event: PointerEvent, moved: "pressed" | "released") => {
    flush();
    const clicks = Math.min(3, Math.max(1, taps.count(event, moved)));
    give({
      did: "mouse",
      moved,
      button: BUTTONS[event.button] ?? "left",
      ...place(event),
      clicks,
      modifiers: modifiers(event),
    });
  };
  const taps = new Taps();

  const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
    field.addEventListener(type, act, { signal, passive: false });
  on("pointerdown", (event) => {
    event.preventDefault();
    field.focus({ preventScroll: true });
    field.setPointerCapture(event.pointerId);
    mouse(event, "pressed");
  });
  on("pointerup", (event) => {
    event.preventDefault();
    mouse(event, "released");
  });
  on("pointermove", (event) => {
    const button = event.buttons & 1 ? "left" : event.buttons & 2 ? "right" : event.buttons & 4 ? "middle" : "none";
    passing = { did: "mouse", moved: "moved", button, ...place(event), clicks: 0, modifiers: modifiers(event) };
    soon();
  });
  on("contextmenu", (event) => event.preventDefault());
  on("wheel", (event) => {
    if (event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 600 : 1;
    const within = (sum: number) => Math.min(10_000, Math.max(-10_000, sum));
    const { dx, dy } = wheel ?? { dx: 0, dy: 0 };
    wheel = { ...place(event), dx: within(dx + event.deltaX * unit), dy: within(dy + event.deltaY * unit) };
    soon();
  });
  on("keydown", (event) => {
    if (event.key === "Escape" && event.shiftKey) {
      event.preventDefault();
      leave();
      return;
    }
    // What an input method makes comes as text.
    if (staysHere(event) || event.isComposing || ["Process", "Unidentified", "Dead"].includes(event.key)) return;
    event.preventDefault();
    flush();
    held.set(event.code, event.key);
    const { key, code } = event;
    give({ did: "key", moved: event.repeat ? "again" : "down", key, code, modifiers: modifiers(event) });
  });
  on("keyup", (event) => {
    if (!held.delete(event.code)) return;
    event.preventDefault();
    give({ did: "key", moved: "up", key: event.key, code: event.code, modifiers: modifiers(event) });
  });
  on("blur", () => {
    for (const [code, key] of held) give({ did: "key", moved: "up", key, code, modifiers: 0 });
    held.clear();
  });
  const text = (given: string) => {
    if (given !== "") give({ did: "text", text: given.slice(0, 10_000) });
    field.value = "";
  };
  on("compositionend", (event) => text(event.data));
  on("input", (event) => {
    const input = event as InputEvent;
    if (input.isComposing) return;
    if (input.inputType === "deleteContentBackward") {
      for (const moved of ["down", "up"] as const)
        give({ did: "key", moved, key: "Backspace", code: "Backspace", modifiers: 0 });
    }
    text(field.value);
  });
  on("paste", (event) => {
    event.preventDefault();
    text(event.clipboardData?.getData("text/plain") ?? "");
  });
  return () => {
    ends.abort();
    cancelAnimationFrame(scheduled);
  };
}

/** Counts presses at one place that follow each other quickly. */
class Taps {
  private last = { at: 0, x: 0, y: 0, count: 0 };

  count(event: PointerEvent, moved: "pressed" | "released"): number {
    if (moved === "pressed") {
      const { at, x, y, count } = this.last;
      const again = event.timeStamp - at < 500 && Math.hypot(event.clientX - x, event.clientY - y) < 5;
      this.last = { at: event.timeStamp, x: event.clientX, y: event.clientY, count: again ? count + 1 : 1 };
    }
    return this.last.count;
  }
}
