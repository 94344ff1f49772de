export type Outcome = "saved" | "refused" | "login-page" | "no-connection";
export type PageEvent = "beforeunload" | "pagehide" | "hidden" | "leave";
export type Via = "xhr-sync" | "xhr-async" | "beacon" | "fetch" | "fetch-keepalive" | "navigate";
export type Phase = "normal" | "click" | "beforeunload" | "pagehide" | "unload" | "hidden";

/** One request of the LMS's code; the body is sent as it is. */
export interface Request {
  id: number;
  via: Via;
  body: string;
}

/** What really sends. */
export interface Network {
  sync(request: Request): Outcome;
  beacon(request: Request): boolean;
  start(request: Request): void;
}

/** A value with its JavaScript type. */
export type Typed =
  | { type: "undefined" | "null" }
  | { type: "boolean"; value: boolean }
  | { type: "number"; value: number | null }
  | { type: "text" | "object"; value: string };

/** What a call came to. */
export interface Called {
  outcome: { Ok: Typed } | { Err: { name: string; message: string } };
  error: string | null;
}

export interface Launching {
  profile: string;
  version: "1.2" | "2004";
  /** The most characters of suspend_data, if that is not what the profile says. */
  suspend_data: number | undefined;
  launch: unknown;
}

export interface Calling {
  function: string;
  args: Typed[];
  moment: { at_ms: number; phase: Phase };
}

export const OUTCOMES: Outcome[];
export function loadLayer(source: Promise<Response>, network: Network): Promise<Layer>;

export class Layer {
  launch(launching: Launching): void;
  call(calling: Calling): Called;
  readonly nextTimer: number | null;
  timer(at: number): void;
  answered(request: number, outcome: Outcome): void;
  pageEvent(event: PageEvent): void;
}
