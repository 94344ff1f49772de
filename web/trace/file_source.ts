// A trace file as a source of the inspector: everything is in the page already.

import type { Effect, Engine } from "../../crates/scorm-wasm/js/engine.js";
import { Rows } from "../inspector/entries";
import { Fold } from "../inspector/fold";
import type { About, Entry, Line, Moment, Picture, Source } from "../inspector/source";
import { bytesOf } from "./unpack";

/** How long the journal is read before the page may draw again, in milliseconds. */
const SLICE = 40;
/** Lines that are read before the clock is looked at. */
const STRIDE = 64;

export interface Head {
  about: About;
  pictures: Picture[];
  pictures_left_out: number;
}

export class FileSource implements Source {
  readonly #fold: Fold;
  readonly #rows: Rows;
  readonly #urls = new Map<number, string>();
  #done = false;

  constructor(
    private readonly head: Head,
    engine: Engine,
  ) {
    this.#fold = new Fold(engine);
    this.#rows = new Rows(head.pictures);
  }

  get about(): About {
    return this.head.about;
  }
  get pictures(): readonly Picture[] {
    return this.head.pictures;
  }
  get picturesLeftOut(): number {
    return this.head.pictures_left_out;
  }
  get entries(): readonly Entry[] {
    return this.#rows.entries;
  }
  get moments(): number {
    return this.#fold.length;
  }
  get done(): boolean {
    return this.#done;
  }
  get fault(): string | null {
    return this.#fold.fault;
  }

  /** Takes in all lines, in slices, so that what is read can be looked at meanwhile. */
  async read(text: string, grown: (share: number) => void): Promise<void> {
    let place = 0;
    while (place < text.length) {
      const end = performance.now() + SLICE;
      while (place < text.length && performance.now() < end) {
        for (let count = 0; count < STRIDE && place < text.length; count++) {
          const next = text.indexOf("\n", place);
          const stop = next < 0 ? text.length : next;
          this.#take(text.slice(place, stop));
          place = stop + 1;
        }
      }
      if (place < text.length) {
        grown(place / text.length);
        await new Promise((resolve) => setTimeout(resolve));
      }
    }
    this.#done = true;
    grown(1);
  }

  #take(text: string): void {
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

  pictureUrl(index: number): string | null {
    const known = this.#urls.get(index);
    if (known) return known;
    const picture = this.pictures[index];
    if (picture?.place == null) return null;
    const url = URL.createObjectURL(new Blob([bytesOf(`picture-${picture.place}`)], { type: picture.mime }));
    this.#urls.set(index, url);
    return url;
  }
}
