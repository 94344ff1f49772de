// What went wrong, gathered: the same fault is one problem, however often it is told.

import type { Entry } from "./source";

export interface Problem {
  key: string;
  /** The first time it was told, and the last. */
  first: Entry;
  last: Entry;
  count: number;
}

/** One fault, told from others: numbers in names (`interactions.3`) make no difference. */
export function keyOf(entry: Entry): string {
  const subject = entry.subject.replace(/\.\d+(?=\.|$)/g, ".n");
  const value = entry.kind === "call" ? "" : entry.value;
  return [entry.kind, entry.what, subject, entry.code, value].join("|");
}

/** Errors before warnings, then in the order in which they were first told. */
export function gather(entries: readonly Entry[]): Problem[] {
  const known = new Map<string, Problem>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const problem = known.get(key);
    if (problem) {
      problem.last = entry;
      problem.count++;
    } else known.set(key, { key, first: entry, last: entry, count: 1 });
  }
  const rank = ({ first }: Problem) => (first.level === "error" ? 0 : 1);
  return [...known.values()].sort((a, b) => rank(a) - rank(b) || a.first.id - b.first.id);
}
