// The rows that a filter wants, with a head before each stretch of one activity. Entries only ever come at
// the end, so that what was looked at once is not looked at again.

import type { Test } from "./search";
import type { Entry } from "./source";

/** A row of the list: the head of a group, or the place of an entry. */
export type Row = { head: string | null; count: number } | { place: number };

interface Head {
  activity: string | null;
  /** Entries that are listed before it. */
  before: number;
}

/** What a listing held when it was asked. */
export interface Listed {
  /** Rows, heads included. */
  readonly count: number;
  /** Entries. */
  readonly listed: number;
  /** The place of an entry, by its number in the list. */
  placeAt(number: number): number | null;
  /** How many entries are listed before the place of one. */
  before(place: number): number;
  rowAt(index: number): Row | null;
  /** The row of an entry; -1 if it is not listed. */
  rowOf(place: number): number;
}

export class Listing {
  readonly #places: number[] = [];
  readonly #heads: Head[] = [];
  /** Entries that were looked at. */
  #seen = 0;
  #shown = new Shown(this.#places, this.#heads, 0, 0);

  constructor(
    private readonly entries: readonly Entry[],
    private readonly wants: Test,
    private readonly grouped: boolean,
  ) {}

  get seen(): number {
    return this.#seen;
  }

  /** Looks at the entries up to a place; the same as before if none of them is wanted. */
  upTo(end: number): Listed {
    for (; this.#seen < end; this.#seen++) this.#look(this.#seen);
    return this.#now();
  }

  /** Looks at those entries only that another listing has, which looked at all of them for more. */
  within(wider: Listing): Listed {
    for (const place of wider.#places) this.#look(place);
    this.#seen = wider.#seen;
    return this.#now();
  }

  #now(): Listed {
    if (this.#shown.listed !== this.#places.length)
      this.#shown = new Shown(this.#places, this.#heads, this.#places.length, this.#heads.length);
    return this.#shown;
  }

  #look(place: number): void {
    const entry = this.entries[place];
    if (!entry || !this.wants(entry)) return;
    const last = this.#heads.at(-1);
    if (this.grouped && (!last || last.activity !== entry.activity))
      this.#heads.push({ activity: entry.activity, before: this.#places.length });
    this.#places.push(place);
  }
}

/** The first so many of what a listing has. */
class Shown implements Listed {
  constructor(
    private readonly all: readonly number[],
    private readonly heads: readonly Head[],
    readonly listed: number,
    private readonly groups: number,
  ) {}

  get count(): number {
    return this.listed + this.groups;
  }

  placeAt(number: number): number | null {
    return number < this.listed ? (this.all[number] ?? null) : null;
  }

  before(place: number): number {
    return firstBeyond(this.listed, (one) => (this.all[one] ?? 0) >= place);
  }

  rowAt(index: number): Row | null {
    // Head number `n` stands in row `before + n`.
    const group = firstBeyond(this.groups, (one) => this.#rowOfHead(one) > index) - 1;
    const head = this.heads[group];
    if (head && this.#rowOfHead(group) === index) {
      const end = group + 1 < this.groups ? (this.heads[group + 1]?.before ?? this.listed) : this.listed;
      return { head: head.activity, count: end - head.before };
    }
    const place = this.placeAt(index - group - 1);
    return place === null ? null : { place };
  }

  rowOf(place: number): number {
    const found = this.before(place);
    if (this.placeAt(found) !== place) return -1;
    return found + firstBeyond(this.groups, (one) => (this.heads[one]?.before ?? 0) > found);
  }

  #rowOfHead(group: number): number {
    return (this.heads[group]?.before ?? 0) + group;
  }
}

/** The first number below `count` for which something is true, as it is for all after it; `count` if for none. */
function firstBeyond(count: number, is: (index: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (is(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
