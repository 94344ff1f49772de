// The forms that travel between page and server. Those of the engine are its own.

import type { Launch, Opening } from "../../crates/scorm-wasm/js/engine.js";

/** What the server gives the page to begin with. */
export interface Boot {
  /** What the engine opens the session with; opaque to the page. */
  opening: Opening;
  /** `API` (SCORM 1.2) or `API_1484_11` (SCORM 2004). */
  api: "API" | "API_1484_11";
  launch: Launch;
  /** The course opens in a window of its own instead of the frame. */
  popup: boolean;
}
