// The forms that travel between page and server, and between the page's two worlds of script.
// Those of the engine are its own; those of the server are in `messages.d.ts`.

import type { Event, Told } from "../../crates/scorm-wasm/js/engine.js";
import type { ApiObject, FrameLook, JournalEntry } from "./messages";

/** What the journal carries to the server under a number of its own. */
export type Entry = Omit<JournalEntry, "seq" | "event" | "lms"> & { event?: Event; lms?: Told };

/** What the player tells the page's own world, once and before any content is there. */
export interface Offer {
  api: ApiObject;
  /** There is no such object. */
  noApi: boolean;
  popup: boolean;
  /** The functions of the API as the course calls them, by their number in the engine's interface. */
  functions: readonly string[];
  /** Where the code of an LMS answers instead of the engine: the names of its API object. */
  lmsNames: readonly string[] | null;
  /** The object of the other version, where an LMS has both. */
  other: { name: string; functions: readonly string[] } | null;
  /** How an LMS shows the content. */
  frame: FrameLook | null;
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
/** How a message up begins that is a call with types. */
export type TypedCall = "l";
/** The event in which such a call is made: none that counts, click, beforeunload, pagehide, unload; the page is hidden. */
export type Phase = "n" | "c" | "e" | "p" | "u" | "h";
