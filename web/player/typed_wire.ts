// Calls with types on the wire between the page's two worlds: the player's end (typed.ts is the other).

import type { Phase, Typed } from "../../crates/scorm-lms-wasm/js/layer.js";
import type { Told } from "../../crates/scorm-wasm/js/engine.js";

const PHASES: Record<string, Phase> = {
  n: "normal",
  c: "click",
  e: "beforeunload",
  p: "pagehide",
  u: "unload",
  h: "hidden",
};

const LETTERS: Record<string, string> = {
  undefined: "u",
  null: "l",
  number: "n",
  boolean: "b",
  object: "o",
  string: "s",
};

/** A call as the content made it. */
export interface TypedCall {
  number: number;
  phase: Phase;
  args: Typed[];
  /** The arguments as the engine takes them. */
  texts: (string | null)[];
}

export function readCall(text: string): TypedCall {
  const call: TypedCall = {
    number: text.charCodeAt(1) - 0x30,
    phase: PHASES[text.charAt(2)] ?? "normal",
    args: [],
    texts: [],
  };
  let at = 3;
  while (at < text.length) {
    const colon = text.indexOf(":", at);
    if (colon < 0) break;
    const end = colon + 1 + Number(text.slice(at + 1, colon));
    take(call, text.charAt(at), text.slice(colon + 1, end));
    at = end;
  }
  return call;
}

function take({ args, texts }: TypedCall, kind: string, text: string): void {
  // The text of an object follows it.
  if (kind === "t") {
    texts[texts.length - 1] = text;
    return;
  }
  args.push(typed(kind, text));
  texts.push(kind === "u" || kind === "l" ? null : text);
}

function typed(kind: string, text: string): Typed {
  if (kind === "u") return { type: "undefined" };
  if (kind === "l") return { type: "null" };
  if (kind === "b") return { type: "boolean", value: text === "true" };
  if (kind === "o") return { type: "object", value: wellFormed(text) };
  const number = Number(text);
  // JSON has no other numbers; as texts they read the same.
  if (kind === "n" && Number.isFinite(number)) return { type: "number", value: number };
  return { type: "text", value: wellFormed(text) };
}

// Half a surrogate pair has no UTF-8 form.
function wellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed();
}

/** What goes back to the content. */
export function writeAnswer({ throws, type, value }: Told): string {
  if (throws) return `x${throws.name}:${throws.message}`;
  return `${LETTERS[type ?? "undefined"]}${value ?? ""}`;
}
