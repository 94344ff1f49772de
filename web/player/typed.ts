// Calls with JavaScript's own types, for an LMS whose code tells them apart (see lms.ts).
//
// Each value is written as a letter, the length of its text, a colon, the text. As everywhere in
// the page's own world the built-ins are those from before there was content.

import { caller } from "./caller";
import type { Phase, TypedCall } from "./wire";

const TYPED: TypedCall = "l";

const { apply } = Reflect;
const TextOf = String;
const NumberOf = Number;
const stringify = JSON.stringify;
const parse = JSON.parse;
const slice = String.prototype.slice;
const indexOf = String.prototype.indexOf;
const own = window;
const visibility = (
  Object.getOwnPropertyDescriptor(Document.prototype, "visibilityState") as Required<PropertyDescriptor>
).get;
const errors: Record<string, ErrorConstructor> = { __proto__: null as never, TypeError, ReferenceError, RangeError };
const Other = Error;

/** The functions of the API, as an LMS has them that answers with any type, or throws. */
export function typedFunctions(ask: (text: string) => string, functions: readonly string[]): Record<string, unknown> {
  const api: Record<string, unknown> = {};
  functions.forEach((name, number) => {
    const call = (...args: unknown[]) => {
      let text = `${TYPED}${number}${phase()}`;
      for (let index = 0; index < args.length && index < 4; index += 1) text += written(args[index]);
      return answer(ask(text + part("k", caller())));
    };
    api[name] = call;
  });
  return api;
}

function written(value: unknown): string {
  switch (typeof value) {
    case "string":
      return part("s", value);
    case "number":
      return part("n", TextOf(value));
    case "boolean":
      return part("b", TextOf(value));
    case "undefined":
    case "symbol":
      return part("u", "");
    case "bigint":
      return part("s", TextOf(value));
    default:
      // What the engine gets is the text that the standard's functions would make of it.
      return value === null ? part("l", "") : part("o", json(value)) + part("t", text(value));
  }
}

function part(kind: string, text: string): string {
  return `${kind}${text.length}:${text}`;
}

function json(value: unknown): string {
  try {
    return stringify(value) ?? "{}";
  } catch {
    return "{}";
  }
}

function text(value: unknown): string {
  try {
    return TextOf(value);
  } catch {
    return "";
  }
}

function answer(text: string): unknown {
  const value: string = apply(slice, text, [1]);
  switch (text[0]) {
    case "n":
      return NumberOf(value);
    case "b":
      return value === "true";
    case "u":
      return undefined;
    case "l":
      return null;
    case "o":
      return parse(value);
    case "x":
      throw thrown(value);
    default:
      return value;
  }
}

/** What an LMS throws: an error of a class, or a number. */
function thrown(text: string): unknown {
  const colon: number = apply(indexOf, text, [":"]);
  const name: string = apply(slice, text, [0, colon]);
  const message: string = apply(slice, text, [colon + 1]);
  if (name === "number") return NumberOf(message);
  return new (errors[name] ?? Other)(message);
}

/** The event in whose handler the content calls. LMSs choose their way to save by it. */
function phase(): Phase {
  const type = eventBelow(own, 0);
  if (type === "beforeunload") return "e";
  if (type === "pagehide") return "p";
  if (type === "unload") return "u";
  if (type === "visibilitychange") return "h";
  if (apply(visibility, document, []) === "hidden") return "h";
  return type === "click" ? "c" : "n";
}

/** The type of the event that a frame of the content handles now. */
function eventBelow(window: Window, depth: number): string {
  if (depth > 8) return "";
  for (let index = 0; index < window.length && index < 50; index += 1) {
    try {
      const frame = window[index] as Window;
      const type = (frame.event as Event | undefined)?.type ?? eventBelow(frame, depth + 1);
      if (type) return type;
    } catch {
      // A frame of another origin.
    }
  }
  return "";
}
