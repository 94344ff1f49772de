// Content that leaves by closing or navigating the window which it plays in: the usual exit of many
// courses, for which an LMS gives them a window. This one holds the player, so it stays, and the
// player does what an LMS does when the window is gone.

import type { Report } from "./wire";

const CLOSES: Report = "x";
const NAVIGATES: Report = "n";

interface NavigateEvent extends Event {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
}

/** Tells of every try; `window.close` of the content's own frame comes here too (see leaving.js). */
export function watchDepartures(ask: (text: string) => string): void {
  const close = () => void ask(CLOSES);
  Object.defineProperty(window, "close", { value: close, enumerable: true, configurable: true, writable: true });
  // Browsers without it keep the window of a person by the sandbox of its frame.
  const { navigation } = window as unknown as { navigation?: EventTarget };
  navigation?.addEventListener("navigate", (event) => {
    const { destination, cancelable } = event as NavigateEvent;
    if (destination.sameDocument || !cancelable) return;
    event.preventDefault();
    ask(NAVIGATES + destination.url);
  });
}
