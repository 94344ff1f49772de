// What the views of the inspector look at: a session's journal and every moment of it. A trace file
// is one source; a session that runs may be another.

import type { Effect, EventKind, Opening, Told } from "../../crates/scorm-wasm/js/engine.js";

/** One line of a transcript, in the order in which it happened. */
export type Line =
  | { opening: Opening }
  | { event: { at: number; took_us?: number; cut?: number[]; lms?: Told; event: EventKind } }
  | { record: TraceRecord };

/** What a session told beside its journal. */
export interface TraceRecord {
  type: string;
  time: number;
  payload?: Record<string, unknown>;
  /** Entries of the journal before the act began. */
  began?: number;
}

export interface Picture {
  path: string;
  title: string;
  time: number;
  width: number | null;
  height: number | null;
  mime: string;
  bytes: number;
  /** Its place among the pictures that can be shown; none if it was left out. */
  place: number | null;
}

export interface About {
  format: number;
  session_id: string;
  course: string;
  exported_at: number;
  greenroom: string;
  masked: boolean;
}

export type EntryKind =
  | "call"
  | "data"
  | "decision"
  | "content"
  | "act"
  | "console"
  | "network"
  | "picture"
  | "session";

/** One row of the timeline. */
export interface Entry {
  /** Its place in the timeline. */
  id: number;
  /** The moment that it belongs to: the state after this entry of the journal. */
  moment: number;
  at: number;
  kind: EntryKind;
  /** Key of its words, or the name of an API function. */
  what: string;
  /** What it is about: an element, a request, a page. */
  subject: string;
  value: string;
  /** Error code of a call, exception of a decision. */
  code: string;
  level: "plain" | "warning" | "error";
  activity: string | null;
  by: "content" | "tool" | "engine" | "learner" | "person" | null;
  /** For an act: the moment before it began. */
  began?: number;
  /** Number of the picture in `Source.pictures`. */
  picture?: number;
  record?: TraceRecord;
}

export interface Status {
  satisfied: boolean | null;
  measure: number | null;
  completed: boolean | null;
  progress: number | null;
}

export interface Activity {
  identifier: string;
  parent: string | null;
  title: string;
  depth: number;
  kind: "root" | "cluster" | "sco" | "asset";
  attempt_count: number;
  active: boolean;
  suspended: boolean;
  status: Status;
  disabled: boolean;
  hidden: boolean;
  /** `code: meaning (rule)` in the engine's words. */
  refusal: string | null;
}

export interface Overview {
  activities: Activity[];
  objectives: Record<string, Status>;
}

export interface DataElement {
  element: string;
  value: string | null;
  type: string;
  access: "ro" | "rw" | "wo";
  by_sco: boolean;
  limit?: number;
}

export interface ActivityData {
  activity: string;
  elements: DataElement[];
}

export interface Navigation {
  session: "not_started" | "active" | "ended" | "suspended";
  current: string | null;
  available: string[];
}

/** The whole state at one moment. */
export interface Moment {
  index: number;
  at: number;
  overview: Overview;
  data: ActivityData[];
  navigation: Navigation;
}

export interface Source {
  readonly about: About;
  readonly pictures: readonly Picture[];
  readonly picturesLeftOut: number;
  /** The rows so far; grows until `done`. */
  readonly entries: readonly Entry[];
  /** Moments so far. */
  readonly moments: number;
  readonly done: boolean;
  /** The session goes on: the newest moment is what is true now. */
  readonly isLive: boolean;
  /** Why the course cannot be shown, if it cannot. */
  readonly fault: string | null;
  momentAt(index: number): Moment;
  /** The effects of the journal's entry that led to this moment, steps of sequencing included. */
  effectsAt(index: number): Effect[];
  /** The journal's entry itself. */
  lineAt(index: number): Line;
  /** What an error code of the API means, in the engine's words. */
  explain(code: number): [text: string, diagnostic: string] | null;
  /** What an exception of sequencing means, in the engine's words. */
  meaning(code: string): string;
  /** Address of a picture that an image can show. */
  pictureUrl(index: number): string | null;
}
