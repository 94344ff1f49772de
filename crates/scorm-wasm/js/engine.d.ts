// Types of engine.js. The JSON forms are those of crates/scorm-session.

import type { FUNCTIONS } from "./functions.js";

export { FUNCTIONS, FUNCTIONS_12 } from "./functions.js";

export type ApiFunction = (typeof FUNCTIONS)[number];
export type Origin = "content" | "tool" | "engine";

export type Launch =
  | { launch: "auto" }
  | { launch: "start" }
  | { launch: "resume"; fresh_data?: boolean }
  | { launch: "choice"; target: string };

export type NavigationRequest =
  | { request: "continue" | "previous" | "exit" | "exit_all" | "abandon" | "abandon_all" | "suspend_all" }
  | { request: "choice" | "jump"; target: string };

export type EventKind =
  | ({ kind: "launched" } & Launch)
  | { kind: "content_loaded" }
  | { kind: "api_called"; function: ApiFunction; args: (string | null)[]; origin?: Origin }
  | ({ kind: "navigation_requested" } & NavigationRequest)
  | { kind: "content_unloaded" }
  | { kind: "close_requested" }
  | { kind: "tracking_reset" };

/** One entry of the journal. `random` is a whole number below 2^53. */
export interface Event {
  v: 1;
  at: number;
  random: number;
  /** How long an API call took, in microseconds; decides nothing. */
  took_us?: number;
  /** The numbers of arguments that were too long to be kept, and are refused unseen. */
  cut?: number[];
  event: EventKind;
}

export interface Delivery {
  activity: string;
  title: string;
  resource: string;
  scorm_type: "sco" | "asset";
  url: string;
  number: number;
  resumed: boolean;
}

export type Effect =
  | { effect: "answered"; value: string; error: number }
  | { effect: "unload_content"; activity: string }
  | ({ effect: "deliver" } & Delivery)
  | { effect: "session_ended"; suspended: boolean }
  | { effect: "save_state"; cause: "commit" | "terminate" | "close" }
  | {
      effect: "data_changed";
      activity: string;
      origin: Origin;
      changes: { element: string; before: string | null; after: string | null }[];
    }
  | { effect: "navigated"; request: string; by: RequestedBy; outcome: NavigationOutcome }
  | {
      effect: "navigation_refused";
      request: string;
      by: RequestedBy;
      exception: string;
      message: string;
    }
  | { effect: "noted"; activity: string; element?: string; message: string }
  | {
      effect: "traced";
      steps: { process: string; step: string; activity: string | null; outcome: string }[];
    };

export type RequestedBy = "learner" | "content" | "engine";

export type NavigationOutcome =
  | { outcome: "delivered"; activity: string }
  | { outcome: "no_content"; exception: string | null }
  | { outcome: "ended" }
  | { outcome: "suspended" };

/** What a session is opened with. */
export interface Opening {
  /** Text of imsmanifest.xml. */
  manifest: string;
  /** Identifier of the organization; the default one when absent. */
  organization?: string;
  /** The learner's record. */
  learner: Learner;
  options?: Options;
}

/** The learner's record; `id` and `name` are enough for a new one. */
export interface Learner {
  id: string;
  name: string;
  [field: string]: unknown;
}

export interface Options {
  mode?: "normal" | "browse" | "review";
  report_changes?: boolean;
  trace?: boolean;
  [field: string]: unknown;
}

/** Compiles the engine from bytes, a module or a response. */
export function load(
  source: BufferSource | WebAssembly.Module | Response,
): Promise<Engine>;

/** As `load`, from bytes or a module, without waiting. */
export function loadSync(source: BufferSource | WebAssembly.Module): Engine;

/** One instance of the module. */
export class Engine {
  open(opening: Opening): Session;
  restore(opening: Opening, snapshot: string): Session;
}

/** One course being taken. All methods are synchronous. */
export class Session {
  /** The error code of the last `call`. */
  readonly error: number;
  /** The last `call` left effects: take them with `takeEffects`. */
  readonly hasEffects: boolean;
  /** Calls an API function by its number; any value is accepted as an argument. */
  call(fn: number, first: unknown, second: unknown, at: number, random: number): string;
  /** Applies an event given as JSON text. */
  apply(event: string): Effect[];
  takeEffects(): Effect[];
  snapshot(): string;
  navigation(): any;
  ask(name: string, text: string): string;
  /** Another session in the same state (engine with `inspect` only). */
  copy(): Session;
  free(): void;
}
