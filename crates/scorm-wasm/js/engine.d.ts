// Types of engine.js. The JSON forms are made from crates/scorm-session.

import type { Effect, Navigation, Opening } from "./messages.js";

export { FUNCTIONS, FUNCTIONS_12 } from "./functions.js";
export type * from "./messages.js";

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
  navigation(): Navigation | null;
  ask(name: string, text: string): string;
  /** Another session in the same state (engine with `inspect` only). */
  copy(): Session;
  free(): void;
}
