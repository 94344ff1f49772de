// Where the content plays: a frame of this page, or a window of its own.
//
// Content is always left by navigating its place away while this page lives, so that calls made
// by its unload handlers still reach the API. As in page.ts, built-ins are taken before there is
// content, and nothing waits on a promise, whose workings content may replace.

import type { FrameLook } from "./messages";

const { apply } = Reflect;
const { addEventListener } = EventTarget.prototype;
const appendChild = Node.prototype.appendChild;
const getter = (prototype: object, name: string) =>
  (Object.getOwnPropertyDescriptor(prototype, name) as Required<PropertyDescriptor>).get;
const setter = (prototype: object, name: string) =>
  (Object.getOwnPropertyDescriptor(prototype, name) as Required<PropertyDescriptor>).set;
const contentWindowOf = getter(HTMLIFrameElement.prototype, "contentWindow");
const setSource = setter(HTMLIFrameElement.prototype, "src");
const readyStateOf = getter(Document.prototype, "readyState");
const openWindow = window.open;
const later = window.setTimeout;
const root = document.documentElement;

const removeChild = Node.prototype.removeChild;
const cloneNode = Node.prototype.cloneNode;
const parentOf = getter(Node.prototype, "parentNode");
const isConnectedOf = getter(Node.prototype, "isConnected");

const BLANK = "about:blank";

/** Called once, with the reason if the place could not do what was asked. */
export type Done = (failure: string) => void;

export interface Place {
  /** Done when the content's document and its frames have loaded. */
  show(url: string, done: Done): void;
  /** Done when the content is gone and its unload handlers have run. */
  clear(done: Done): void;
  /** The content has closed the place that it plays in. */
  isClosed(): boolean;
}

export class Frame implements Place {
  /** Where the frame stands in the page. */
  private readonly home: Node;

  constructor(
    private frame: HTMLIFrameElement,
    private readonly look: FrameLook | null,
  ) {
    this.home = apply(parentOf, frame, []) ?? root;
    if (look) dress(frame, look);
  }

  show(url: string, done: Done): void {
    // The LMS took it away with what it showed, or content has thrown its own frame out of the page,
    // and perhaps what held it.
    if (!this.window()) apply(appendChild, apply(isConnectedOf, this.home, []) ? this.home : root, [this.frame]);
    this.go(url, done);
  }

  clear(done: Done): void {
    if (!this.window()) done("");
    else if (this.look?.leave === "remove_frame") this.remove(done);
    else this.go(BLANK, done);
  }

  /** As an LMS that takes the element out of its page: the content hears no `beforeunload`. */
  private remove(done: Done): void {
    const { frame } = this;
    this.frame = apply(cloneNode, frame, [false]) as HTMLIFrameElement;
    apply(removeChild, apply(parentOf, frame, []), [frame]);
    done("");
  }

  // A frame cannot be closed; what tries to is told to the player (see departure.ts).
  isClosed(): boolean {
    return false;
  }

  private window(): Window | null {
    return apply(contentWindowOf, this.frame, []);
  }

  private go(url: string, done: Done): void {
    apply(addEventListener, this.frame, ["load", () => done(""), { once: true }]);
    // `replace` keeps the learner's history free of the stage's own steps. The content may have
    // taken the frame to another origin, whose location cannot be replaced by name.
    try {
      this.window()?.location.replace(url);
    } catch {
      apply(setSource, this.frame, [url]);
    }
  }
}

export class Popup implements Place {
  private window: Window | null = null;

  show(url: string, done: Done): void {
    const opened: Window | null = apply(openWindow, window, [url, "greenroom-course", "popup"]);
    if (!opened) return done("the window for the course was blocked");
    this.window = opened;
    const isThere = () =>
      opened.closed || (opened.location.href !== BLANK && apply(readyStateOf, opened.document, []) === "complete");
    until(isThere, () => done(""));
  }

  clear(done: Done): void {
    const opened = this.window;
    this.window = null;
    if (!opened || opened.closed) return done("");
    // A window counts as closed before its unload handlers have run, a document as replaced after.
    opened.location.replace(BLANK);
    until(
      () => opened.closed || opened.location.href === BLANK,
      () => {
        opened.close();
        done("");
      },
    );
  }

  isClosed(): boolean {
    return this.window?.closed === true;
  }
}

/** Gives the frame the looks and the rights that an LMS gives it. */
function dress(frame: HTMLIFrameElement, { width, height, min_height, sandbox, allow }: FrameLook): void {
  const { style } = frame;
  if (width) style.width = width;
  if (height) style.height = height;
  if (min_height) style.minHeight = `${min_height}px`;
  if (sandbox !== undefined) frame.setAttribute("sandbox", sandbox);
  if (allow !== undefined) frame.allow = allow;
}

// A window of its own gives its opener no load event that survives a navigation.
function until(holds: () => boolean, done: () => void): void {
  const look = (): void => {
    if (safely(holds)) done();
    else apply(later, window, [look, 20]);
  };
  look();
}

function safely(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    // Another origin: the content left by itself, and its document cannot be looked into.
    return true;
  }
}
