// What the views of the inspector look at: a session's journal and every moment of it. A trace file
// is one source; a session that runs may be another.

import type { Effect, EventKind, Opening, Told } from "../../crates/scorm-wasm/js/engine.js";

/** One line of a transcript, in the order in which it happened. */
export type Line =
  | { opening: Opening }
  | { event: { at: number; took_us?: number; cut?: number[]; lms?: Told; source?: CallFrame[]; event: EventKind } }
  | { record: TraceRecord };

/** A place in a script of the course. */
export interface CallFrame {
  /** Path below the package. */
  file: string;
  line: number;
  column: number;
  function?: string;
}

/** Some lines of a script; of long ones a part. */
export interface SourceLines {
  /** The number of the first one. */
  first: number;
  lines: string[];
  /** Where the file lies, if it can be edited there. */
  path?: string;
}

/** How much an LMS keeps of a value. */
export interface LmsLimit {
  lms: string;
  version: "1.2" | "2004";
  element: string;
  keeps: number;
  source: string;
}

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
  | "finding"
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
  /** For a call, a message or a finding: the place in the course's files. */
  from?: CallFrame;
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
  /** The lines around a place in a script; nothing if they are not known. */
  linesAt(frame: CallFrame): Promise<SourceLines | null>;
  /** What LMSs keep of long values, as far as that is known. */
  lmsLimits(): readonly LmsLimit[];
  /** Address of a picture that an image can show. */
  pictureUrl(index: number): string | null;
}
