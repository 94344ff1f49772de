// Which problems somebody has acknowledged, and up to when: what happens again later is open again.
// The browser remembers it for each session; where it may not, the page does.

import { signal } from "@preact/signals";
import { keyOf } from "./problems";
import type { Entry } from "./source";

const PREFIX = "greenroom.acknowledged.";
/** Sessions and problems that are remembered. */
const MOST = 500;

export class Acknowledged {
  readonly #until = signal<ReadonlyMap<string, number>>(new Map());
  readonly #name: string;

  constructor(session: string) {
    this.#name = PREFIX + session;
    this.#until.value = read(this.#name);
  }

  isOpen(entry: Entry): boolean {
    const until = this.#until.value;
    // Long sessions have thousands of problems, and few of them are acknowledged.
    return until.size === 0 || entry.at > (until.get(keyOf(entry)) ?? -1);
  }

  /** These are known from now on. */
  add(entries: readonly Entry[]): void {
    const until = new Map(this.#until.value);
    for (const entry of entries) {
      const key = keyOf(entry);
      until.set(key, Math.max(entry.at, until.get(key) ?? 0));
    }
    this.#keep(until);
  }

  /** These are open again. */
  remove(entries: readonly Entry[]): void {
    const until = new Map(this.#until.value);
    for (const entry of entries) until.delete(keyOf(entry));
    this.#keep(until);
  }

  #keep(until: Map<string, number>): void {
    this.#until.value = until;
    try {
      localStorage.setItem(this.#name, JSON.stringify([...until].slice(-MOST)));
    } catch {
      // A file from a disk may have no storage.
    }
  }
}

function read(name: string): ReadonlyMap<string, number> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
    if (!Array.isArray(kept)) return new Map();
    const pairs = kept.filter(
      (one): one is [string, number] => Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "number",
    );
    return new Map(pairs);
  } catch {
    return new Map();
  }
}
