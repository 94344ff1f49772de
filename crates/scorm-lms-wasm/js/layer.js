// The border between JavaScript and the code of an LMS as WebAssembly: JSON in, JSON out.
// It knows the memory layout of `Layer` (crates/scorm-lms-wasm/src/layer.rs) and nothing of LMSs.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The outcomes of a request, by their numbers. */
export const OUTCOMES = ["saved", "refused", "login-page", "no-connection"];
/** The events of the LMS's page, by their numbers. */
const EVENTS = ["beforeunload", "pagehide", "hidden", "leave"];

/** Compiles the layer. `source` is a Response. `network` sends what the LMS sends. */
export async function loadLayer(source, network) {
  const module = await WebAssembly.compileStreaming(source);
  let memory;
  const request = (address, length) => {
    const text = decoder.decode(new Uint8Array(memory.buffer, address, length));
    const [, id, via, body] = /^(\d+) (\S+) ([^]*)$/.exec(text);
    return { id: Number(id), via, body };
  };
  const page = {
    send_sync: (address, length) => OUTCOMES.indexOf(network.sync(request(address, length))),
    send_beacon: (address, length) => (network.beacon(request(address, length)) ? 1 : 0),
    send_async: (address, length) => network.start(request(address, length)),
  };
  const { exports } = await WebAssembly.instantiate(module, { page });
  memory = exports.memory;
  return new Layer(exports);
}

/** The code of one LMS, for one launch at a time. */
export class Layer {
  #exports;
  #pointer;

  constructor(exports) {
    this.#exports = exports;
    this.#pointer = exports.layer_new();
  }

  /** Begins a launch; what was launched before is forgotten. Throws if it cannot. */
  launch(launching) {
    const fault = this.#ask("launch", launching);
    if (fault !== "") throw new Error(fault);
  }

  /** Calls a function of the API. */
  call(calling) {
    return JSON.parse(this.#ask("call", calling));
  }

  /** When `timer` is to be called, in milliseconds since the launch; null for never. */
  get nextTimer() {
    const at = this.#exports.layer_next_timer(this.#pointer);
    return at < 0 ? null : at;
  }

  timer(at) {
    this.#exports.layer_timer(this.#pointer, at);
  }

  /** An asynchronous request ended. */
  answered(request, outcome) {
    this.#exports.layer_answered(this.#pointer, request, OUTCOMES.indexOf(outcome));
  }

  /** Something happened to the LMS's own page. */
  pageEvent(event) {
    this.#exports.layer_page_event(this.#pointer, EVENTS.indexOf(event));
  }

  #ask(name, message) {
    const bytes = encoder.encode(JSON.stringify(message));
    const address = this.#exports.layer_reserve(this.#pointer, bytes.length);
    const { memory } = this.#exports;
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
    const length = this.#exports[`layer_${name}`](this.#pointer, bytes.length);
    if (length === 0) return "";
    const start = new Uint32Array(memory.buffer)[this.#pointer >> 2];
    return decoder.decode(new Uint8Array(memory.buffer, start, length));
  }
}
