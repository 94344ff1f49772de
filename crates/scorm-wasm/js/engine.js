// The border between JavaScript and the WebAssembly engine: strings in, strings out.
// It knows the memory layout of `Engine` (crates/scorm-wasm/src/lib.rs) and nothing of SCORM.

const MISSING = -1;
// Below this length a loop beats the call into TextEncoder or TextDecoder.
const SHORT = 64;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Compiles the engine. `source` is what `WebAssembly.compile` takes, a Response, or a Module. */
export async function load(source) {
  const module = await compile(source);
  const instance = await WebAssembly.instantiate(module, {});
  return new Engine(instance.exports);
}

/** As `load`, for a compiled module or bytes, without waiting. */
export function loadSync(source) {
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  return new Engine(new WebAssembly.Instance(module, {}).exports);
}

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof Response !== "undefined" && source instanceof Response) {
    return WebAssembly.compileStreaming(source);
  }
  return WebAssembly.compile(source);
}

/** One instance of the module. Sessions opened on it share its memory. */
export class Engine {
  #exports;

  constructor(exports) {
    this.#exports = exports;
  }

  /** Opens a course for a learner. Throws if it cannot be played. */
  open(opening) {
    return this.#session((session) => session.ask("open", JSON.stringify(opening)));
  }

  /** Opens a session as a snapshot describes it. */
  restore(opening, snapshot) {
    const text = JSON.stringify({ opening, snapshot });
    return this.#session((session) => session.ask("restore", text));
  }

  #session(prepare) {
    const session = new Session(this.#exports);
    const fault = prepare(session);
    if (fault !== "") {
      session.free();
      throw new Error(fault);
    }
    return session;
  }
}

/** One course being taken. */
export class Session {
  #exports;
  #pointer;
  #input = 0;
  #capacity = 0;
  #bytes;
  #words;

  constructor(exports, pointer = exports.engine_new()) {
    this.#exports = exports;
    this.#pointer = pointer;
    this.#reserve(4096);
  }

  /** The error code of the last `call`. */
  error = 0;
  /** The last `call` or `apply` left effects to be carried out. */
  hasEffects = false;

  /**
   * Calls a function of the API by its number (index in `FUNCTIONS`) and gives its answer.
   * An argument that is `undefined` or `null` counts as missing.
   */
  call(fn, first, second, at, random) {
    const firstLength = this.#write(first, 0);
    const secondLength = this.#write(second, firstLength > 0 ? firstLength : 0);
    const length = this.#exports.engine_call(
      this.#pointer,
      fn,
      firstLength,
      secondLength,
      at,
      random,
    );
    this.#refresh();
    this.error = this.#words[(this.#pointer >> 2) + 1];
    this.hasEffects = this.#words[(this.#pointer >> 2) + 2] !== 0;
    return this.#read(length);
  }

  /** Applies an event (as JSON) and gives its effects. */
  apply(event) {
    return JSON.parse(this.ask("apply", event));
  }

  /** The effects left by `call`, in order; none are left afterwards. */
  takeEffects() {
    this.hasEffects = false;
    return JSON.parse(this.ask("effects", ""));
  }

  /** The whole state, as JSON text. */
  snapshot() {
    return this.ask("snapshot", "");
  }

  /** What the learner's controls and menu look like now. */
  navigation() {
    return JSON.parse(this.ask("navigation", ""));
  }

  /** Calls an export that takes one text and gives one text. */
  ask(name, text) {
    const length = this.#write(text, 0);
    const answer = this.#exports[`engine_${name}`](this.#pointer, length);
    this.#refresh();
    return this.#read(answer);
  }

  /** Another session in the same state (engine with `inspect` only). */
  copy() {
    return new Session(this.#exports, this.#exports.engine_copy(this.#pointer));
  }

  /** Gives the memory back; the session is unusable afterwards. */
  free() {
    this.#exports.engine_free(this.#pointer);
    this.#pointer = 0;
  }

  // Growing the memory, also by another session, detaches the views.
  #refresh() {
    if (this.#bytes === undefined || this.#bytes.byteLength === 0) {
      this.#bytes = new Uint8Array(this.#exports.memory.buffer);
      this.#words = new Uint32Array(this.#exports.memory.buffer);
    }
  }

  #reserve(length) {
    this.#input = this.#exports.engine_reserve(this.#pointer, length);
    this.#capacity = length;
    this.#refresh();
  }

  // Writes `value` at `offset` of the input and gives its length in bytes.
  // A lone surrogate becomes U+FFFD, which is what TextEncoder does.
  #write(value, offset) {
    if (value === undefined || value === null) return MISSING;
    this.#refresh();
    const text = typeof value === "string" ? value : String(value);
    const length = text.length;
    if (offset + length * 3 > this.#capacity) this.#grow(offset, offset + length * 3);
    const start = this.#input + offset;
    const bytes = this.#bytes;
    if (length <= SHORT) {
      let index = 0;
      for (; index < length; index++) {
        const code = text.charCodeAt(index);
        if (code > 0x7f) break;
        bytes[start + index] = code;
      }
      if (index === length) return length;
    }
    return encoder.encodeInto(text, bytes.subarray(start, this.#input + this.#capacity)).written;
  }

  #grow(keep, length) {
    const kept = this.#bytes.slice(this.#input, this.#input + Math.min(keep, this.#capacity));
    this.#reserve(length);
    this.#bytes.set(kept, this.#input);
  }

  #read(length) {
    if (length === 0) return "";
    const start = this.#words[this.#pointer >> 2];
    const bytes = this.#bytes;
    if (length <= SHORT) {
      let text = "";
      for (let index = start; index < start + length; index++) {
        const code = bytes[index];
        if (code > 0x7f) return decoder.decode(bytes.subarray(start, start + length));
        text += String.fromCharCode(code);
      }
      return text;
    }
    return decoder.decode(bytes.subarray(start, start + length));
  }
}

export { FUNCTIONS, FUNCTIONS_12 } from "./functions.js";
