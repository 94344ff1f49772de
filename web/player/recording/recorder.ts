// Tells the server what a person does to the course, so that it can be played again as a rehearsal.
//
// Only what the browser itself says was done by the person counts (`isTrusted`). Each act is told
// before the course hears of it, so that what the course does then follows it in the journal. The
// course shares this window's origin and may take all of this apart, or make acts up: the server
// bounds them, and they are never more than text in a file.

import type { PersonAct } from "../messages";
import { ConsoleHeard, type PlaceOf } from "./console";
import { Dragging } from "./dragging";
import { contentOf, enteredIn, fieldAt, hasLines, isChooser, isFiles, opensPicker } from "./fields";
import { elementOf, followWindows, type Page, pages, untilNext } from "./pages";
import { controlAt, headings, labelledBy, targetOf } from "./target";

declare const scheduler: {
  postTask(task: () => void, options: { delay: number; priority?: "user-blocking" }): Promise<void>;
};

/** New pages of the course are looked for so often; what loads is found at once. */
const LOOK_MS = 50;
/** What the page shows is told when nothing was done for so long. */
const REST_MS = 400;
/** Shorter sounds belong to clicks. */
const FILM_SECONDS = 2;
/** Keys that belong to the browser, and those that do nothing alone. */
const NO_KEYS = ["F5", "F11", "F12", "Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "Dead", "Process"];
/** Keys that mean something to a field besides writing. */
const FIELD_KEYS = ["Enter", "Tab", "Escape", "ArrowUp", "ArrowDown"];

/** Of what a fault says. */
const LONGEST = 1000;

type Told = (act: PersonAct) => void;

export function record(tell: Told, placeOf: PlaceOf): void {
  const recorder = new Recorder(tell, placeOf);
  const look = (): void => {
    quietly(() => recorder.listen());
    void scheduler.postTask(look, { delay: LOOK_MS, priority: "user-blocking" });
  };
  look();
}

class Recorder {
  private entering: { field: HTMLElement; on: PersonAct & { what: "enters" } } | null = null;
  /** The last thing that was used is a key, which may click by itself. */
  private keyed = false;
  /** What a click on its label will click once more. */
  private labelled: Element | null = null;
  private readonly dragging = new Dragging((act) => this.act(act));
  /** What stood in fields when they were told. */
  private readonly told = new WeakMap<HTMLElement, string>();
  private size = "";
  private seen = "";
  private acts = 0;
  private readonly handlers: [string, (event: Event) => void][] = [
    ["click", trusted((event) => this.clicked(event as PointerEvent))],
    ["contextmenu", trusted((event) => this.clicked(event as PointerEvent))],
    ["keydown", trusted((event) => this.pressed(event as KeyboardEvent))],
    ["input", trusted((event) => this.entered(event))],
    ["change", trusted((event) => this.changed(event))],
    ["focusout", trusted(() => this.finishEntering())],
    ["pagehide", (event) => this.leaves(event)],
    ["pointerdown", trusted((event) => this.pointed(event as PointerEvent))],
    ["pointerup", trusted((event) => this.dragging.releases(event as PointerEvent))],
    ["dragstart", trusted((event) => this.dragging.begins(event))],
    ["drop", trusted((event) => this.dragging.drops(event))],
    ["ended", trusted((event) => this.ended(event))],
    ["error", trusted((event) => this.failed(event as ErrorEvent))],
    ["unhandledrejection", trusted((event) => this.rejected(event as PromiseRejectionEvent))],
  ];
  private readonly console: ConsoleHeard;

  constructor(
    private readonly tell: Told,
    placeOf: PlaceOf,
  ) {
    this.console = new ConsoleHeard(tell, placeOf);
    for (const page of pages()) untilNext(page, () => this.listen());
  }

  /** Listens to all pages. A page that is written anew forgets its listeners, so they are given again: once is enough for the browser. */
  listen(): void {
    for (const page of pages()) {
      for (const [name, handler] of this.handlers) page.addEventListener(name, handler, true);
      // That a frame has loaded is told to its document, and not to the window.
      page.document.addEventListener("load", this.loaded, true);
      this.console.listen(page);
      followWindows(page);
    }
  }

  /** The next page is listened to before it has said much. */
  private leaves(event: Event): void {
    quietly(() => this.finishEntering());
    quietly(() => untilNext(event.currentTarget as Page, () => this.listen()));
  }

  private readonly loaded = (): void => {
    this.listen();
    this.lookLater();
  };

  private clicked(event: PointerEvent): void {
    const element = elementOf(event);
    const isPointer = event.pointerType !== "";
    if (element === null || this.dragging.tookClick(event) || (!isPointer && this.keyed)) return;
    if (element === this.labelled) return;
    const control = controlAt(element);
    this.labelled = labelledBy(element.closest("label") ?? element);
    if (["html", "body"].includes(control.localName) || opensPicker(control)) return;
    if (control.localName === "canvas") return this.act({ what: "unwritten", why: "place_in_picture" });
    const on = targetOf(control);
    if (on === null) return;
    const isRight = event.type === "contextmenu";
    this.act({ what: "clicks", on, how: isRight ? "right" : event.detail === 2 ? "second" : "single" });
  }

  private pointed(event: PointerEvent): void {
    this.keyed = false;
    this.labelled = null;
    this.dragging.presses(event);
  }

  private pressed(event: KeyboardEvent): void {
    const element = elementOf(event);
    if (element === null || event.isComposing || event.ctrlKey || event.metaKey || NO_KEYS.includes(event.key)) return;
    const field = fieldAt(element);
    if (field !== null) {
      const writes = !FIELD_KEYS.includes(event.key) || (event.key === "Enter" && hasLines(field));
      if (writes || (isChooser(field) && event.key.startsWith("Arrow"))) return;
    }
    this.keyed = true;
    const on = ["html", "body"].includes(element.localName) ? null : targetOf(element);
    this.act({ what: "presses", key: keyName(event), ...(on !== null && { on }) });
  }

  private entered(event: Event): void {
    const element = elementOf(event);
    const field = element && fieldAt(element);
    if (!field || field === this.entering?.field) return;
    this.finishEntering();
    const on = targetOf(field);
    if (on === null) return;
    this.entering = { field, on: { what: "enters", on, value: enteredIn(field) } };
    // What the course does while it is entered came of it.
    this.act({ what: "begins" });
  }

  private changed(event: Event): void {
    const element = elementOf(event);
    if (element === null) return;
    if (isFiles(element)) return this.act({ what: "unwritten", why: "files" });
    const field = fieldAt(element);
    if (field === null) return;
    // What the browser fills in by itself changes without being entered. What a key has ended is told already.
    if (field !== this.entering?.field) {
      if (this.told.get(field) === contentOf(field)) return;
      this.entered(event);
    }
    this.finishEntering();
  }

  private finishEntering(): void {
    const done = this.entering;
    if (done === null) return;
    this.entering = null;
    this.acts += 1;
    const value = enteredIn(done.field);
    this.told.set(done.field, contentOf(done.field));
    this.tell({ ...done.on, value });
    this.lookLater();
  }

  private ended(event: Event): void {
    const media = event.target as HTMLMediaElement;
    if (media.isConnected && media.duration >= FILM_SECONDS) this.act({ what: "plays_out" });
  }

  /** The same course makes the same faults when it is rehearsed. */
  private failed(event: ErrorEvent): void {
    const from = event.target as (Element & { src?: unknown; href?: unknown }) | null;
    const url = from?.src ?? from?.href;
    if (typeof url === "string" && url !== "") this.tell({ what: "fails", url: url.slice(0, LONGEST) });
    else if (typeof event.message === "string" && event.message !== "") {
      const { message, filename, lineno } = event;
      this.tell({ what: "fails", message: message.slice(0, LONGEST), ...placed(filename, lineno) });
    }
  }

  /** What was thrown may be anything, also something that throws when it is looked at. */
  private rejected(event: PromiseRejectionEvent): void {
    let text = "a value without a text";
    quietly(() => {
      text = String(event.reason);
    });
    this.tell({ what: "fails", message: `Unhandled rejection: ${text}`.slice(0, LONGEST) });
  }

  private act(act: PersonAct): void {
    if (act.what !== "begins") this.finishEntering();
    this.acts += 1;
    const size = `${innerWidth} ${innerHeight}`;
    if (size !== this.size) this.tell({ what: "sizes", width: innerWidth, height: innerHeight });
    this.size = size;
    this.tell(act);
    this.lookLater();
  }

  /** Tells what the page shows, unless something else is done before. */
  private lookLater(): void {
    const { acts } = this;
    const look = (): void => {
      if (acts !== this.acts) return;
      const shown = headings();
      const text = JSON.stringify(shown);
      if (text !== this.seen && shown.length > 0) this.tell({ what: "sees", headings: shown });
      this.seen = text;
    };
    void scheduler.postTask(() => quietly(look), { delay: REST_MS });
  }
}

/** Where in the course's own files; nothing for what is elsewhere. */
function placed(address: string, line: number): { source?: string; line?: number } {
  const base = `${location.origin}/content/`;
  if (!address.startsWith(base) || address.length > LONGEST) return {};
  return { source: address.slice(base.length).replace(/[?#].*$/, ""), line };
}

/** Recording never stands in the way of the course. */
function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A page that goes away, or took the scripts apart that look at it.
  }
}

function trusted(handler: (event: Event) => void): (event: Event) => void {
  return (event) => {
    if (event.isTrusted) quietly(() => handler(event));
  };
}

/** As rehearsals name keys. Shift is in a character itself. */
function keyName({ key, altKey, shiftKey }: KeyboardEvent): string {
  const isCharacter = key.length === 1 && key !== " ";
  return `${altKey ? "Alt+" : ""}${shiftKey && !isCharacter ? "Shift+" : ""}${key === " " ? "Space" : key}`;
}
