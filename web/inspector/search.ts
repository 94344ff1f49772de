// Searching the timeline: words, and `field:word` for one column.

import type { Entry, EntryKind } from "./source";
import { t } from "./words";

export interface Filter {
  text: string;
  /** Kinds that are shown; empty shows all. */
  kinds: ReadonlySet<EntryKind>;
  problemsOnly: boolean;
}

type Field = (entry: Entry) => string;

const FIELDS: Record<string, Field> = {
  element: (entry) => entry.subject,
  value: (entry) => entry.value,
  error: (entry) => entry.code,
  kind: (entry) => `${entry.kind} ${t(`kind.${entry.kind}`)}`,
  activity: (entry) => entry.activity ?? "",
  by: (entry) => entry.by ?? "",
  file: (entry) => (entry.from ? `${entry.from.file}:${entry.from.line}` : ""),
  call: (entry) => (entry.kind === "call" ? entry.what : ""),
};

/** The places of the first `count` rows that match, in order. `words` gives what a reader sees of a row. */
export function search(
  entries: readonly Entry[],
  filter: Filter,
  words: (entry: Entry) => string,
  count = entries.length,
): number[] {
  const tests = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(test(words));
  const found: number[] = [];
  for (let place = 0; place < count; place++) {
    const entry = entries[place];
    if (!entry) continue;
    if (filter.kinds.size > 0 && !filter.kinds.has(entry.kind)) continue;
    if (filter.problemsOnly && entry.level === "plain") continue;
    if (tests.every((matches) => matches(entry))) found.push(place);
  }
  return found;
}

function test(words: (entry: Entry) => string) {
  return (word: string): ((entry: Entry) => boolean) => {
    const colon = word.indexOf(":");
    const field = colon > 0 ? FIELDS[word.slice(0, colon)] : undefined;
    if (field) {
      const wanted = word.slice(colon + 1);
      return (entry) => field(entry).toLowerCase().includes(wanted);
    }
    return (entry) => `${words(entry)} ${entry.subject} ${entry.value} ${entry.code}`.toLowerCase().includes(word);
  };
}

/** A row of a list in groups: the head of a group, or the place of an entry. */
export type Grouped = { head: string | null; count: number } | { place: number };

/** Puts a head before each stretch of rows of one activity. */
export function group(entries: readonly Entry[], places: readonly number[]): Grouped[] {
  const rows: Grouped[] = [];
  let head: { head: string | null; count: number } | null = null;
  for (const place of places) {
    const activity = entries[place]?.activity ?? null;
    if (!head || head.head !== activity) {
      head = { head: activity, count: 0 };
      rows.push(head);
    }
    head.count++;
    rows.push({ place });
  }
  return rows;
}
