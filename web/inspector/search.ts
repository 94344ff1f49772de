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
export type Test = (entry: Entry) => boolean;

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

/** Whether a row is wanted. `words` gives what a reader sees of it. */
export function wants(filter: Filter, words: (entry: Entry) => string): Test {
  const { kinds, problemsOnly } = filter;
  const tests = wordsOf(filter.text).map((word) => test(word, words));
  return (entry) =>
    (kinds.size === 0 || kinds.has(entry.kind)) &&
    (!problemsOnly || entry.level !== "plain") &&
    tests.every((matches) => matches(entry));
}

/** What one filter wants, the other wanted too: as one types on, only rows that were found are looked at. */
export function narrows(next: Filter, before: Filter): boolean {
  const [words, known] = [wordsOf(next.text), wordsOf(before.text)];
  const isLonger = known.every((word, place) => {
    const longer = words[place];
    // A colon makes a field of what was a word.
    return longer === word || (longer?.startsWith(word) && !longer.slice(word.length).includes(":"));
  });
  const isSame = next.kinds === before.kinds || before.kinds.size === 0;
  return isLonger && isSame && (next.problemsOnly || !before.problemsOnly);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

function test(word: string, words: (entry: Entry) => string): Test {
  const colon = word.indexOf(":");
  const name = word.slice(0, Math.max(0, colon));
  const field = Object.hasOwn(FIELDS, name) ? FIELDS[name] : undefined;
  if (field) {
    const wanted = word.slice(colon + 1);
    return (entry) => field(entry).toLowerCase().includes(wanted);
  }
  return (entry) => `${words(entry)} ${entry.subject} ${entry.value} ${entry.code}`.toLowerCase().includes(word);
}
