// A trace file as a source of the inspector: everything is in the page already.

import type { Engine } from "../../crates/scorm-wasm/js/engine.js";
import { FoldedSource } from "../inspector/folded_source";
import { placeOf } from "../inspector/call_source";
import type { About, CallFrame, LmsLimit, Picture, SourceLines } from "../inspector/source";
import { bytesOf } from "./unpack";

/** How long the journal is read before the page may draw again, in milliseconds. */
const SLICE = 40;
/** Lines that are read before the clock is looked at. */
const STRIDE = 64;

export interface Head {
  about: About;
  pictures: Picture[];
  pictures_left_out: number;
  /** Lines of scripts, by `file:line:column`. */
  sources?: Record<string, SourceLines>;
  lms_limits?: LmsLimit[];
}

export class FileSource extends FoldedSource {
  readonly #urls = new Map<number, string>();
  readonly about: About;
  readonly picturesLeftOut: number;
  readonly isLive = false;
  readonly #limits: readonly LmsLimit[];
  readonly #sources: ReadonlyMap<string, SourceLines>;
  #done = false;

  constructor(head: Head, engine: Engine) {
    super(engine, head.pictures);
    this.about = head.about;
    this.picturesLeftOut = head.pictures_left_out;
    this.#limits = head.lms_limits ?? [];
    this.#sources = new Map(Object.entries(head.sources ?? {}));
  }

  get done(): boolean {
    return this.#done;
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
          this.take(text.slice(place, stop));
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

  lmsLimits(): readonly LmsLimit[] {
    return this.#limits;
  }

  async linesAt(frame: CallFrame): Promise<SourceLines | null> {
    return this.#sources.get(placeOf(frame)) ?? null;
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
