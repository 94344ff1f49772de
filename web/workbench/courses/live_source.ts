// A session that goes on, as a source of the inspector: its transcript comes over the socket, part by part.

import type { Engine } from "../../../crates/scorm-wasm/js/engine.js";
import { FoldedSource } from "../../inspector/folded_source";
import { placeOf } from "../../inspector/call_source";
import { scrollsFor } from "../../inspector/scrolling";
import type { About, CallFrame, LmsLimit, Picture, SourceLines } from "../../inspector/source";
import { humanToken } from "../pairing";
import type { JournalPart, JournalPlace } from "../wire";

/** How long lines are taken in before the page may draw again, in milliseconds. */
const SLICE = 12;
/** The same while somebody scrolls, once in a frame: what is left of it belongs to the list. */
const SLICE_SCROLLING = 4;
const FRAME = 16;
/** How often the views follow while many lines wait, in milliseconds. */
const FOLLOW = 200;
/** While somebody scrolls, the views follow only so often, in milliseconds. */
const FOLLOW_SCROLLING = 1000;
/** So many times as long as the views took to follow, they are left alone. */
const REST = 2;
/** In place of a picture that is on its way. */
const COMING = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

export class LiveSource extends FoldedSource {
  readonly isLive = true;
  readonly done = false;
  readonly picturesLeftOut = 0;
  readonly about: About;
  readonly #pictures: Picture[];
  readonly #urls = new Map<number, string>();
  /** Of a course under work the lines may change; what was shown once stays as it was. */
  #limits: readonly LmsLimit[] | null = null;
  readonly #lines = new Map<string, Promise<SourceLines | null>>();
  /** What came, taken in or not. */
  #received: JournalPlace = { entries: 0, records: 0 };
  #waiting: string[] = [];
  #next = 0;
  #hasMore = true;
  #isTaking = false;
  #isOver = false;
  #followed = 0;
  /** Set while the views draw, and for a while after it. */
  #resting: ReturnType<typeof setTimeout> | undefined;
  #isBehind = false;

  constructor(
    session: string,
    engine: Engine,
    private readonly grown: () => void,
  ) {
    const pictures: Picture[] = [];
    super(engine, pictures);
    this.#pictures = pictures;
    this.about = { format: 1, session_id: session, course: "", exported_at: 0, greenroom: "", masked: false };
  }

  /** Where the next part must begin. */
  get place(): JournalPlace {
    return this.#received;
  }

  /** All that the server had is taken in. */
  get isUpToDate(): boolean {
    return !this.#hasMore && this.#next >= this.#waiting.length;
  }

  /** Takes in a part; false if something between is missing. What came before is passed over. */
  receive(part: JournalPart): boolean {
    const { entries, records } = this.#received;
    const known = { entries: entries - part.from.entries, records: records - part.from.records };
    if (known.entries < 0 || known.records < 0) return false;
    const paths = new Set(this.#pictures.map((one) => one.path));
    for (const picture of part.pictures)
      if (!paths.has(picture.path)) this.#pictures.push({ ...picture, place: this.#pictures.length });
    for (const line of part.lines.split("\n")) {
      if (line === "") continue;
      const kind = line.startsWith('{"record":') ? "records" : "entries";
      if (known[kind] > 0) {
        known[kind]--;
        continue;
      }
      this.#received = { ...this.#received, [kind]: this.#received[kind] + 1 };
      this.#waiting.push(line);
    }
    this.#hasMore = part.has_more;
    if (!this.#isTaking) void this.#takeAll();
    return true;
  }

  async #takeAll(): Promise<void> {
    this.#isTaking = true;
    while (this.#next < this.#waiting.length && !this.#isOver) {
      const isScrolled = scrollsFor() > 0;
      const end = performance.now() + (isScrolled ? SLICE_SCROLLING : SLICE);
      while (this.#next < this.#waiting.length && performance.now() < end)
        this.take(this.#waiting[this.#next++] ?? "null");
      if (this.#next >= this.#waiting.length) break;
      if (performance.now() - this.#followed > FOLLOW) this.#follow();
      await new Promise((resolve) => setTimeout(resolve, isScrolled ? FRAME : 0));
    }
    this.#waiting = [];
    this.#next = 0;
    this.#isTaking = false;
    this.#follow();
  }

  /** Has the views follow, now or as soon as the page has had time for others. */
  #follow(): void {
    if (this.#isOver) return;
    this.#isBehind = this.#resting !== undefined;
    if (this.#isBehind) return;
    const began = performance.now();
    const wait = Math.min(scrollsFor(), this.#followed + FOLLOW_SCROLLING - began);
    if (wait > 0) {
      this.#isBehind = true;
      this.#resting = setTimeout(() => {
        this.#resting = undefined;
        this.#follow();
      }, wait);
      return;
    }
    this.#followed = began;
    this.grown();
    // They draw after this, so that only what comes later knows how long they took.
    this.#resting = setTimeout(() => {
      this.#resting = setTimeout(
        () => {
          this.#resting = undefined;
          if (this.#isBehind) this.#follow();
        },
        REST * (performance.now() - began),
      );
    });
  }

  /** Fetched when somebody looks at it. */
  pictureUrl(index: number): string | null {
    const known = this.#urls.get(index);
    if (known !== undefined) return known;
    const picture = this.pictures[index];
    if (!picture) return null;
    this.#urls.set(index, COMING);
    void this.#fetch(index, picture);
    return COMING;
  }

  async #fetch(index: number, picture: Picture): Promise<void> {
    const name = picture.path.split("/").at(-1) ?? "";
    const address = `/human/sessions/${this.about.session_id}/pictures/${encodeURIComponent(name)}`;
    try {
      const reply = await fetch(address, { headers: { Authorization: `Bearer ${humanToken() ?? ""}` } });
      if (!reply.ok) return;
      const bytes = await reply.blob();
      if (!this.#isOver) this.#urls.set(index, URL.createObjectURL(bytes));
      this.#follow();
    } catch {
      // The connection is lost; the picture is asked for again when it is looked at again.
      this.#urls.delete(index);
    }
  }

  /** Fetched when somebody looks at the data. */
  lmsLimits(): readonly LmsLimit[] {
    if (this.#limits === null) {
      this.#limits = [];
      void this.#fetchLimits();
    }
    return this.#limits;
  }

  async #fetchLimits(): Promise<void> {
    try {
      const reply = await fetch("/human/lms-limits", { headers: { Authorization: `Bearer ${humanToken() ?? ""}` } });
      if (!reply.ok) return;
      this.#limits = (await reply.json()) as LmsLimit[];
      this.#follow();
    } catch {
      this.#limits = null;
    }
  }

  linesAt(frame: CallFrame): Promise<SourceLines | null> {
    const place = placeOf(frame);
    const known = this.#lines.get(place) ?? this.#fetchLines(frame);
    this.#lines.set(place, known);
    return known;
  }

  async #fetchLines({ file, line, column }: CallFrame): Promise<SourceLines | null> {
    const asked = new URLSearchParams({ file, line: String(line), column: String(column) });
    const address = `/human/sessions/${this.about.session_id}/source?${asked}`;
    try {
      const reply = await fetch(address, { headers: { Authorization: `Bearer ${humanToken() ?? ""}` } });
      return reply.ok ? ((await reply.json()) as SourceLines) : null;
    } catch {
      return null;
    }
  }

  /** Nobody looks at it any more. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#resting);
    for (const url of this.#urls.values()) if (url !== COMING) URL.revokeObjectURL(url);
  }
}
