// The fold of a journal: the engine takes in every entry once, and copies of it are kept on the way,
// so that any moment is a copy and a few entries away.

import type { Effect, Engine, Session } from "../../crates/scorm-wasm/js/engine.js";
import type { ActivityData, Line, Moment, Navigation, Overview } from "./source";

/** Entries between two copies, at first. */
const APART = 256;
/** What all copies together may take, counted in characters of their snapshots. */
const MOST = 64_000_000;
const REMEMBERED = 8;

/** Copies that are as large as the one that was measured last. */
const MEASURED_EVERY = 8;

interface Copy {
  index: number;
  session: Session;
  size: number;
}

interface Remembered {
  moment: Moment;
  effects: Effect[];
}

const NOWHERE: Navigation = { session: "not_started", current: null, available: [] };

export class Fold {
  /** Entries of the journal, as text. */
  readonly #texts: string[] = [];
  readonly #times: number[] = [];
  #copies: Copy[] = [];
  #apart = APART;
  #taken = 0;
  #session: Session | null = null;
  #size = 0;
  #remembered: Remembered[] = [];
  /** The effects of the newest entry. */
  #newest: Effect[] = [];
  /** Why the last opening failed. */
  fault: string | null = null;

  constructor(private readonly engine: Engine) {}

  get length(): number {
    return this.#texts.length;
  }

  /** Takes in the next entry of the journal and gives its effects. */
  take(text: string, line: Line | null): Effect[] {
    const index = this.#texts.length;
    this.#texts.push(text);
    let effects: Effect[] = [];
    if (line && "opening" in line) {
      this.#session?.free();
      this.#session = this.#open(text);
    } else if (line && "event" in line) effects = this.#session?.apply(inner(text)) ?? [];
    this.#times.push(line && "event" in line ? line.event.at : (this.#times.at(-1) ?? 0));
    if (isOpening(text) || index - this.#taken >= this.#apart) this.#keep(index);
    this.#newest = effects;
    return effects;
  }

  textAt(index: number): string {
    return this.#texts[index] ?? "null";
  }

  timeAt(index: number): number {
    // An opening happens when its first event does.
    const time = this.#times[index] ?? 0;
    return time === 0 ? (this.#times.find((one) => one > 0) ?? 0) : time;
  }

  /** The state after an entry. */
  momentAt(index: number): Moment {
    return this.#remember(index).moment;
  }

  /** The effects of an entry. */
  effectsAt(index: number): Effect[] {
    return this.#remember(index).effects;
  }

  /** One way through the engine gives both; whoever asks for one asks for the other next. */
  #remember(index: number): Remembered {
    const known = this.#remembered.find((one) => one.moment.index === index);
    if (known) return known;
    const remembered = index === this.length - 1 ? this.#now(index) : this.#then(index);
    this.#remembered = [remembered, ...this.#remembered].slice(0, REMEMBERED);
    return remembered;
  }

  /** The newest moment: the engine stands there. */
  #now(index: number): Remembered {
    return { moment: this.#look(index, this.#session), effects: this.#newest };
  }

  /** A moment before: a copy goes there. */
  #then(index: number): Remembered {
    const text = this.textAt(index);
    const session = this.#at(isOpening(text) ? index : index - 1);
    const effects = isEvent(text) ? (session?.apply(inner(text)) ?? []) : [];
    const moment = this.#look(index, session);
    session?.free();
    return { moment, effects };
  }

  #look(index: number, session: Session | null): Moment {
    return {
      index,
      at: this.timeAt(index),
      overview: read<Overview>(session, "overview") ?? { activities: [], objectives: {} },
      data: read<ActivityData[]>(session, "data_models") ?? [],
      navigation: read<Navigation>(session, "navigation") ?? NOWHERE,
    };
  }

  explain(code: number): [string, string] | null {
    const words = this.#session?.ask("explain", String(code));
    return words ? JSON.parse(words) : null;
  }

  meaning(code: string): string {
    return this.#session?.ask("meaning", code) ?? "";
  }

  /** A session of its own in the state after an entry. */
  #at(index: number): Session | null {
    let copy: Copy | null = null;
    for (const one of this.#copies) {
      if (one.index > index) break;
      copy = one;
    }
    if (!copy) return null;
    let session: Session | null = copy.session.copy();
    for (let next = copy.index + 1; next <= index; next++) {
      const text = this.textAt(next);
      if (isOpening(text)) {
        session?.free();
        session = this.#open(text);
      } else if (isEvent(text)) session?.ask("apply", inner(text));
    }
    return session;
  }

  #open(text: string): Session | null {
    const { opening } = JSON.parse(text);
    try {
      const session = this.engine.open({
        ...opening,
        options: { ...opening.options, trace: true, report_changes: true },
      });
      this.fault = null;
      return session;
    } catch (fault) {
      this.fault = String(fault instanceof Error ? fault.message : fault);
      return null;
    }
  }

  #keep(index: number): void {
    if (!this.#session) return;
    this.#taken = index;
    if (this.#copies.length % MEASURED_EVERY === 0) this.#size = this.#session.snapshot().length;
    this.#copies.push({ index, session: this.#session.copy(), size: this.#size });
    const total = this.#copies.reduce((sum, one) => sum + one.size, 0);
    if (total <= MOST || this.#copies.length < 4) return;
    // Every second one goes; those of openings stay, since nothing leads to them.
    this.#apart *= 2;
    this.#copies = this.#copies.filter((one, place) => {
      const stays = place % 2 === 0 || isOpening(this.textAt(one.index));
      if (!stays) one.session.free();
      return stays;
    });
  }
}

/** The event's own text: lines are written as `{"event":…}`. */
function inner(text: string): string {
  return text.slice('{"event":'.length, -1);
}

function isEvent(text: string): boolean {
  return text.startsWith('{"event":');
}

function isOpening(text: string): boolean {
  return text.startsWith('{"opening":');
}

function read<T>(session: Session | null, what: string): T | null {
  const text = session?.ask(what, "");
  return text ? JSON.parse(text) : null;
}
