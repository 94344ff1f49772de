// From the stack of a browser to places in the course's own files, the innermost first.

import type { CallFrame } from "./messages";

/** Whoever called the wrapper of the API is worth knowing too. */
const MOST = 4;
const LONGEST_FILE = 300;
const LONGEST_FUNCTION = 100;

/** Stacks of a course repeat; the newest are known by heart. */
const KNOWN = 64;
const known = new Map<string, CallFrame[]>();

/** `base` is the address that all files of the course begin with. */
export function framesOf(stack: string, base: string): CallFrame[] {
  if (stack === "") return [];
  const seen = known.get(stack);
  if (seen) return seen;
  const frames: CallFrame[] = [];
  for (const line of stack.split("\n")) {
    const frame = frameOf(line, base);
    if (frame) frames.push(frame);
    if (frames.length === MOST) break;
  }
  if (known.size >= KNOWN) known.clear();
  known.set(stack, frames);
  return frames;
}

/**
 * Chromium writes `    at name (address:line:column)` or `    at address:line:column`, Firefox
 * `name@address:line:column`. Code that was evaluated names the place of its `eval` first, Firefox as
 * `address line 4 > eval:1:1`.
 */
function frameOf(line: string, base: string): CallFrame | null {
  const begin = line.indexOf(base);
  if (begin < 0) return null;
  const place = /^(.*?)(?: line |:)(\d{1,9})(?::(\d{1,9})|(?= > ))(?=[\s),]|$)/.exec(line.slice(begin + base.length));
  if (!place) return null;
  const [, address = "", row, column] = place;
  const file = decoded(address.replace(/[?#].*$/, ""));
  if (file === "" || file.length > LONGEST_FILE) return null;
  const head = line.slice(0, begin);
  const name = /^\s*at (?:async )?([^(]*?) \($/.exec(head)?.[1] ?? /^([^@]*)@$/.exec(head)?.[1] ?? "";
  const called = name.slice(0, LONGEST_FUNCTION);
  return { file, line: Number(row), column: Number(column ?? 1), ...(called !== "" && { function: called }) };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
