// The forms that travel between page and server, and between the page's two worlds of script.
// Those of the engine are its own; those of the server are in `messages.d.ts`.

import type { Event } from "../../crates/scorm-wasm/js/engine.js";
import type { ApiObject, JournalEntry } from "./messages";

/** What the journal carries to the server under a number of its own. */
export type Entry = Omit<JournalEntry, "seq" | "event"> & { event?: Event };

/** What the player tells the page's own world, once and before any content is there. */
export interface Offer {
  api: ApiObject;
  popup: boolean;
  /** The functions of the API as the course calls them, by their number in the engine's interface. */
  functions: readonly string[];
}

// Words on the wire are types only: the two worlds are two scripts and share no file.

/** The event whose related target is the wire. */
export type OfferWord = "greenroom-wire";
/** From the page's own world to the player, whose answer stands on the wire afterwards. */
export type UpWord = "up";
/** From the player to the page's own world. */
export type DownWord = "down";
/**
 * How a message up begins that is not a call: the place has done as told; the other API was asked for;
 * the content closes this window; it takes it to the address that follows.
 */
export type Report = "p" | "o" | "x" | "n";
/** How a message down begins: show the address that follows; take the content away; is it there? */
export type Instruction = "s" | "c" | "w";
