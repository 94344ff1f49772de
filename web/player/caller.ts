// Where the content's script calls the API from, as the browser tells it.
//
// As in page.ts, built-ins are taken before there is content. Content may still change what errors
// of this window say of themselves; then a call has no place, or a wrong one, which decides nothing.

const { apply } = Reflect;
const Failure = Error as ErrorConstructor & { stackTraceLimit?: number };
// Firefox keeps it on the prototype, Chromium on each error.
const stackOf = Object.getOwnPropertyDescriptor(Error.prototype, "stack")?.get;
const clock = performance;
const timeOf = performance.now;

/** The player's own functions on top, and what is worth knowing below them. */
const DEPTH = 10;
/** A text that is longer is no stack of a browser. */
const LONGEST = 8000;
/**
 * Asking costs as much as a call itself, so a course that calls without pause is asked only now and
 * then: so many calls in a row, and so many in each second.
 */
const MOST_IN_A_ROW = 2000;
const EACH_SECOND = 200;

let left = MOST_IN_A_ROW;
let filledAt = 0;

/** The stack of whoever calls now; empty where it is not known. */
export function caller(): string {
  if (left < 1) {
    const now = apply(timeOf, clock, []);
    const more = ((now - filledAt) / 1000) * EACH_SECOND;
    if (more < 1) return "";
    left = more < MOST_IN_A_ROW ? more : MOST_IN_A_ROW;
    filledAt = now;
  }
  left -= 1;
  try {
    Failure.stackTraceLimit = DEPTH;
    const failure = new Failure();
    const stack: unknown = stackOf ? apply(stackOf, failure, []) : failure.stack;
    return typeof stack === "string" && stack.length <= LONGEST ? stack : "";
  } catch {
    return "";
  }
}
