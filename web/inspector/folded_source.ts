// A source that folds the lines of a transcript; where they and the pictures come from is for others
// to say.

import type { Effect, Engine } from "../../crates/scorm-wasm/js/engine.js";
import { Rows } from "./entries";
import { Fold } from "./fold";
import type { About, CallFrame, Entry, Line, LmsLimit, Moment, Picture, Source, SourceLines } from "./source";

export abstract class FoldedSource implements Source {
  readonly #fold: Fold;
  readonly #rows: Rows;

  abstract readonly about: About;
  abstract readonly picturesLeftOut: number;
  abstract readonly isLive: boolean;
  abstract readonly done: boolean;
  abstract pictureUrl(index: number): string | null;
  abstract lmsLimits(): readonly LmsLimit[];
  abstract linesAt(frame: CallFrame): Promise<SourceLines | null>;

  protected constructor(
    engine: Engine,
    readonly pictures: readonly Picture[],
  ) {
    this.#fold = new Fold(engine);
    this.#rows = new Rows(pictures);
  }

  get entries(): readonly Entry[] {
    return this.#rows.entries;
  }
  get moments(): number {
    return this.#fold.length;
  }
  get fault(): string | null {
    return this.#fold.fault;
  }

  /** Takes in the next line. */
  protected take(text: string): void {
    const line: Line | null = JSON.parse(text);
    if (line && "record" in line) return this.#rows.record(Math.max(0, this.#fold.length - 1), line.record);
    const moment = this.#fold.length;
    const effects = this.#fold.take(text, line);
    // An entry that could not be read is a moment without a row.
    if (line) this.#rows.journal(moment, this.#fold.timeAt(moment), line, effects);
  }

  momentAt(index: number): Moment {
    return this.#fold.momentAt(index);
  }
  effectsAt(index: number): Effect[] {
    return this.#fold.effectsAt(index);
  }
  lineAt(index: number): Line {
    return JSON.parse(this.#fold.textAt(index));
  }
  explain(code: number): [string, string] | null {
    return this.#fold.explain(code);
  }
  meaning(code: string): string {
    return this.#fold.meaning(code);
  }
}
