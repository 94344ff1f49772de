// What is shown: where in the journal one stands, what is chosen, what is searched for. The views read
// it, keys and clicks change it.

import { batch, computed, signal } from "@preact/signals";
import { Acknowledged } from "./acknowledged";
import { Listing, type Listed } from "./listing";
import { type Filter, narrows, wants } from "./search";
import { SessionLine, type Drawn } from "./session_line";
import type { Entry, EntryKind, Moment, Source } from "./source";
import { Tally } from "./tally";
import { has, language, t } from "./words";

/** The last ones are only in the workbench. */
export type Tab = "timeline" | "data" | "why" | "compare" | "tree" | "problems" | "findings" | "blocked" | "lms";
export type Pane = "course" | "outline" | "inspector";

export const TABS: Tab[] = ["timeline", "data", "why", "compare", "tree", "problems"];

/** The state of one viewer. */
export class View {
  /** Rises when the source has grown. */
  readonly grown = signal(0);
  readonly at = signal(0);
  readonly selected = signal<number | null>(null);
  readonly tab = signal<Tab>("timeline");
  readonly pane = signal<Pane>("course");
  readonly text = signal("");
  readonly kinds = signal<ReadonlySet<EntryKind>>(new Set());
  readonly problemsOnly = signal(false);
  readonly grouped = signal(true);
  readonly a = signal<number | null>(null);
  readonly b = signal<number | null>(null);
  /** The activity whose lock is explained, in place of the decision. */
  readonly locked = signal<string | null>(null);
  readonly dataText = signal("");
  readonly dataActivity = signal<string | null>(null);
  /** The panes show a past moment, while the session goes on. */
  readonly held = signal(false);
  /** Rows that are shown; those after them wait until one wants to see them. */
  readonly shown = signal<number | null>(null);
  /** What was done last, for those who cannot see it. */
  readonly said = signal("");

  readonly moment = computed<Moment | null>(() => {
    this.grown.value;
    const { at, source } = this;
    return source.moments > 0 ? source.momentAt(Math.min(at.value, source.moments - 1)) : null;
  });

  /** The panes show what is true now. */
  readonly seesNow = computed(() => this.source.isLive && !this.held.value);

  /** The moment of what is chosen; while nothing is, the one that the panes show. */
  readonly looksAt = computed<number>(() => {
    const { value } = this.selected;
    const chosen = value === null || !this.seesNow.value ? undefined : this.source.entries[value];
    return chosen?.moment ?? this.at.value;
  });

  /** Rows that wait to be shown. */
  readonly waiting = computed<number>(() => {
    this.grown.value;
    return this.shown.value === null ? 0 : this.source.entries.length - this.shown.value;
  });

  /** What is searched for. */
  readonly #filter = computed<Filter>(() => {
    // The words of a row are those of the language.
    language.value;
    return { text: this.text.value, kinds: this.kinds.value, problemsOnly: this.problemsOnly.value };
  });

  /** The listing of the filter; another filter makes another one. */
  #listing: { filter: Filter; grouped: boolean; listing: Listing } | null = null;

  /** The rows of the timeline. */
  readonly rows = computed<Listed>(() => {
    this.grown.value;
    const end = this.shown.value ?? this.source.entries.length;
    const [filter, grouped, before] = [this.#filter.value, this.grouped.value, this.#listing];
    if (before && before.filter === filter && before.grouped === grouped && before.listing.seen <= end)
      return before.listing.upTo(end);
    const listing = new Listing(this.source.entries, wants(filter, title), grouped);
    this.#listing = { filter, grouped, listing };
    if (before && before.listing.seen <= end && narrows(filter, before.filter)) listing.within(before.listing);
    return listing.upTo(end);
  });

  readonly #tally: Tally;
  readonly #line: SessionLine;

  /** How many rows there are of each kind. */
  readonly counts = computed<ReadonlyMap<EntryKind, number>>(() => {
    this.grown.value;
    return this.#tally.counts();
  });

  /** Rows with a picture that can be shown. */
  readonly film = computed<Entry[]>(() => {
    this.grown.value;
    return this.#tally.film();
  });

  readonly problems = computed<Entry[]>(() => {
    this.grown.value;
    return this.#tally.problems();
  });

  /** The whole session in one line. */
  readonly line = computed<Drawn>(() => {
    this.grown.value;
    return this.#line.draw(Math.max(1, this.source.moments));
  });

  /** Those that nobody has acknowledged. */
  readonly openProblems = computed<Entry[]>(() => this.problems.value.filter((one) => this.acknowledged.isOpen(one)));

  /** Titles of the activities, by identifier. */
  readonly titles = computed<Map<string, string>>(
    () => new Map(this.moment.value?.overview.activities.map((one) => [one.identifier, one.title]) ?? []),
  );

  readonly acknowledged: Acknowledged;

  constructor(readonly source: Source) {
    this.acknowledged = new Acknowledged(source.about.session_id);
    this.#tally = new Tally(source.entries, source.pictures);
    this.#line = new SessionLine(source.entries);
  }

  titleOf(activity: string | null): string {
    return activity === null || activity === "" ? "" : (this.titles.value.get(activity) ?? activity);
  }

  /** The source has grown; who looks at what is true now goes along. */
  grow(): void {
    batch(() => {
      this.grown.value++;
      if (this.seesNow.value) this.at.value = Math.max(0, this.source.moments - 1);
    });
  }

  /** Every pane shows this moment; the row that led to it is chosen. */
  goTo(moment: number): void {
    const last = this.source.moments - 1;
    const within = Math.max(0, Math.min(moment, last));
    if (this.source.isLive && within === last) return this.backToNow();
    batch(() => {
      this.#hold();
      this.at.value = within;
      this.locked.value = null;
      const { entries } = this.source;
      const place = firstAt(entries, within);
      this.selected.value = entries[place]?.moment === within ? place : place > 0 ? place - 1 : null;
    });
  }

  /** Shows what an entry says. While the session goes on, the panes stay where they are. */
  select(entry: Entry): void {
    batch(() => {
      if (!this.seesNow.value) this.at.value = entry.moment;
      this.keepRows();
      this.selected.value = entry.id;
      this.locked.value = null;
    });
  }

  /** Every pane shows the moment of an entry. */
  see(entry: Entry): void {
    batch(() => {
      this.#hold();
      this.at.value = entry.moment;
      this.selected.value = entry.id;
    });
  }

  /** Every pane shows what is true now, and goes along with it. */
  backToNow(): void {
    batch(() => {
      this.held.value = false;
      this.locked.value = null;
      this.at.value = Math.max(0, this.source.moments - 1);
      this.showNew();
    });
  }

  /** New rows wait from here on, so that nothing moves under the pointer. */
  keepRows(): void {
    if (this.source.isLive) this.shown.value ??= this.source.entries.length;
  }

  /** The timeline shows all rows, and goes along with them; nothing is chosen any more. */
  showNew(): void {
    batch(() => {
      this.selected.value = null;
      this.shown.value = null;
    });
  }

  #hold(): void {
    this.held.value = this.source.isLive;
    this.keepRows();
  }

  /** The row of an entry; -1 if it is not shown. */
  rowOf(entry: number): number {
    return this.rows.value.rowOf(entry);
  }

  /** Moves along the rows that are shown. */
  walk(by: number): void {
    const rows = this.rows.value;
    const { value } = this.selected;
    const from = value === null ? -1 : rows.before(value);
    const next = rows.placeAt(Math.max(0, Math.min(rows.listed - 1, from + by)));
    const entry = next === null ? undefined : this.source.entries[next];
    if (entry) this.select(entry);
  }

  nextProblem(): void {
    const problems = this.openProblems.value;
    const { value } = this.selected;
    const entry = problems.find((one) => value !== null && one.id > value) ?? problems[0];
    if (entry) this.select(entry);
    else this.said.value = t("problems.none");
  }

  /** The newest picture at or before a moment that can be shown. */
  pictureAt(moment: number): { entry: Entry; url: string } | null {
    const film = this.film.value;
    const entry = film[firstAt(film, moment + 1) - 1];
    const url = this.pictureUrl(entry);
    return entry && url !== null ? { entry, url } : null;
  }

  /** The address of an entry's picture; it may change once the picture is there. */
  pictureUrl(entry: Entry | undefined): string | null {
    this.grown.value;
    return entry?.picture === undefined ? null : this.source.pictureUrl(entry.picture);
  }

  /** The newest row at or before a moment that is so. */
  lastBefore(moment: number, is: (entry: Entry) => boolean): Entry | null {
    const { entries } = this.source;
    for (let place = firstAt(entries, moment + 1) - 1; place >= 0; place--) {
      const entry = entries[place];
      if (entry && is(entry)) return entry;
    }
    return null;
  }
}

/** The place of the first row of a moment or a later one. */
export function firstAt(entries: readonly Entry[], moment: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.moment ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What a row says first. */
export function title(entry: Entry): string {
  if (entry.kind === "call") return entry.what;
  const key = `e.${entry.what}`;
  return has(key) ? t(key) : entry.what;
}
