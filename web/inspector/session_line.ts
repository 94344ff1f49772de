// The whole session in one line: how much happened where, which activity was open, what stands out. Moments
// are counted in buckets; when there are too many, each two become one, so that nothing is counted again.

import type { Entry } from "./source";

/** Of the highest bar. */
export const HIGH = 28;
const MOST_BARS = 120;
const MOST_SIGNS = 40;
/** Activities that take less of the line than this are not named on it. */
const NARROWEST = 1 / 200;

export interface Segment {
  activity: string | null;
  from: number;
  to: number;
}

export interface Drawn {
  /** Heights, from 0 to `HIGH`. */
  bars: number[];
  /** Moments of one bar. */
  width: number;
  segments: Segment[];
  signs: Entry[];
}

export class SessionLine {
  #seen = 0;
  #bars = new Buckets<number>(MOST_BARS, (a, b) => a + b);
  #signs = new Buckets<Entry>(MOST_SIGNS, stronger);
  readonly #segments: Segment[] = [];

  constructor(private readonly entries: readonly Entry[]) {}

  /** The line of all entries so far; `all` is how many moments there are. */
  draw(all: number): Drawn {
    for (; this.#seen < this.entries.length; this.#seen++) {
      const entry = this.entries[this.#seen];
      if (entry) this.#take(entry);
    }
    this.#bars.reach(all - 1);
    const counts = this.#bars.all(all);
    // A session that has just begun has low bars.
    const most = Math.sqrt(Math.max(4, ...counts.map((count) => count ?? 0)));
    const segments = this.#segments.map((one, place) => ({ ...one, to: this.#segments[place + 1]?.from ?? all - 1 }));
    return {
      bars: counts.map((count) => (count ? 3 + (Math.sqrt(count) / most) * (HIGH - 3) : 0)),
      width: this.#bars.width,
      segments: segments.filter((one) => one.activity !== null && one.to - one.from >= all * NARROWEST),
      signs: this.#signs.all(all).filter((one) => one !== undefined),
    };
  }

  #take(entry: Entry): void {
    this.#bars.add(entry.moment, 1);
    const last = this.#segments.at(-1);
    if (!last || last.activity !== entry.activity)
      this.#segments.push({ activity: entry.activity, from: entry.moment, to: entry.moment });
    if (entry.level !== "plain" || entry.kind === "picture" || entry.kind === "act")
      this.#signs.add(entry.moment, entry);
  }
}

/** One value for each so many moments. */
class Buckets<T> {
  width = 1;
  #values: (T | undefined)[] = [];

  constructor(
    private readonly most: number,
    private readonly join: (a: T, b: T) => T,
  ) {}

  add(moment: number, value: T): void {
    this.reach(moment);
    const place = Math.floor(moment / this.width);
    this.#values[place] = this.#joined(this.#values[place], value);
  }

  /** Makes buckets wide enough for a moment to be in one. */
  reach(moment: number): void {
    while (Math.floor(moment / this.width) >= this.most) {
      this.width *= 2;
      const half = Math.ceil(this.#values.length / 2);
      this.#values = Array.from({ length: half }, (_, place) =>
        this.#joined(this.#values[2 * place], this.#values[2 * place + 1]),
      );
    }
  }

  /** The values up to a number of moments. */
  all(moments: number): (T | undefined)[] {
    return Array.from({ length: Math.ceil(moments / this.width) }, (_, place) => this.#values[place]);
  }

  #joined(a: T | undefined, b: T | undefined): T | undefined {
    return a === undefined ? b : b === undefined ? a : this.join(a, b);
  }
}

/** Of neighbouring signs the fault stays. */
export function stronger(a: Entry, b: Entry): Entry {
  const weight = (entry: Entry) => (entry.level === "error" ? 3 : entry.level === "warning" ? 2 : 1);
  return weight(a) >= weight(b) ? a : b;
}
