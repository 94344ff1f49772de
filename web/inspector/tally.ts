// What is counted over all entries: how many there are of each kind, which are problems, which have pictures.
// Entries only ever come at the end, and each is looked at once.

import type { Entry, EntryKind, Picture } from "./source";

export class Tally {
  #seen = 0;
  #counts: ReadonlyMap<EntryKind, number> = new Map();
  #problems: Entry[] = [];
  #film: Entry[] = [];

  constructor(
    private readonly entries: readonly Entry[],
    private readonly pictures: readonly Picture[],
  ) {}

  /** How many rows there are of each kind. */
  counts(): ReadonlyMap<EntryKind, number> {
    this.#follow();
    return this.#counts;
  }

  problems(): Entry[] {
    this.#follow();
    return this.#problems;
  }

  /** Rows with a picture that can be shown. */
  film(): Entry[] {
    this.#follow();
    return this.#film;
  }

  /** Each list is another one once it has changed, so that only those who show it follow. */
  #follow(): void {
    if (this.#seen === this.entries.length) return;
    const counts = new Map(this.#counts);
    const problems: Entry[] = [];
    const film: Entry[] = [];
    for (; this.#seen < this.entries.length; this.#seen++) {
      const entry = this.entries[this.#seen];
      if (!entry) continue;
      counts.set(entry.kind, (counts.get(entry.kind) ?? 0) + 1);
      if (entry.level !== "plain") problems.push(entry);
      if (entry.picture !== undefined && this.pictures[entry.picture]?.place != null) film.push(entry);
    }
    this.#counts = counts;
    if (problems.length > 0) this.#problems = this.#problems.concat(problems);
    if (film.length > 0) this.#film = this.#film.concat(film);
  }
}
