// What the course says to its console, told from the browser of a person, where nothing else hears it.
//
// The course's own console says it all the same. Whoever looks at it there sees the line of this file as the
// place; the place in the course is in the timeline.

import type { CallFrame, PersonAct } from "../messages";
import type { Page } from "./pages";
import { textOf } from "./console_text";

/** Of one visit. What comes after is counted. */
const MOST = 1000;
const LONGEST = 2000;

const LEVELS = {
  error: "error",
  assert: "error",
  warn: "warning",
  log: "info",
  info: "info",
  dir: "info",
  table: "info",
  trace: "info",
  debug: "debug",
} as const;

type Method = keyof typeof LEVELS;

const { apply } = Reflect;

/** The innermost place in the course's own files that a stack names. */
export type PlaceOf = (stack: string) => CallFrame | undefined;

export class ConsoleHeard {
  private readonly heard = new WeakSet<object>();
  private said = 0;
  private isTelling = false;

  constructor(
    private readonly tell: (act: PersonAct) => void,
    private readonly placeOf: PlaceOf,
  ) {}

  /** Hears what a page says from now on; hearing it twice changes nothing. */
  listen(page: Page): void {
    const { console } = page;
    for (const name of Object.keys(LEVELS) as Method[]) {
      const own: unknown = console[name];
      if (typeof own !== "function" || this.heard.has(own)) continue;
      const hear = (given: unknown[]): void => this.say(name, given);
      const heard = {
        [name](this: unknown, ...given: unknown[]): unknown {
          hear(given);
          return apply(own, this, given);
        },
      }[name] as Console[Method];
      this.heard.add(heard);
      console[name] = heard;
    }
  }

  private say(name: Method, given: unknown[]): void {
    // What is looked at may speak itself.
    if (this.isTelling || (name === "assert" && given[0])) return;
    this.isTelling = true;
    try {
      this.said += 1;
      if (this.said <= MOST) this.tell(this.message(name, given));
      else if (isPowerOfTen(this.said - MOST)) this.tell({ what: "leaves_out", messages: this.said - MOST });
    } catch {
      // The course took apart what this needs; its console works all the same.
    } finally {
      this.isTelling = false;
    }
  }

  private message(name: Method, given: unknown[]): PersonAct {
    const text = name === "assert" ? `Assertion failed: ${textOf(given.slice(1))}` : textOf(given);
    const place = this.placeOf(new Error().stack ?? "");
    return {
      what: "says",
      level: LEVELS[name],
      text: text.slice(0, LONGEST),
      ...(place && { source: place.file, line: place.line }),
    };
  }
}

function isPowerOfTen(count: number): boolean {
  return /^10*$/.test(String(count));
}
