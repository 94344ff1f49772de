// Where the content plays: a frame of this page, or a window of its own.
//
// Content is always left by navigating its place away while this page lives, so that calls made
// by its unload handlers still reach the API.

const BLANK = "about:blank";

export interface Place {
  /** Resolves when the content's document and its frames have loaded. */
  show(url: string): Promise<void>;
  /** Resolves when the content is gone and its unload handlers have run. */
  clear(): Promise<void>;
}

export class Frame implements Place {
  constructor(private readonly frame: HTMLIFrameElement) {}

  show(url: string): Promise<void> {
    return this.go(url);
  }

  clear(): Promise<void> {
    return this.go(BLANK);
  }

  private go(url: string): Promise<void> {
    return new Promise((done) => {
      this.frame.addEventListener("load", () => done(), { once: true });
      // `replace` keeps the learner's history free of the stage's own steps. The content may have
      // taken the frame to another origin, whose location cannot be replaced by name.
      try {
        if (this.frame.contentWindow) this.frame.contentWindow.location.replace(url);
        else this.frame.src = url;
      } catch {
        this.frame.src = url;
      }
    });
  }
}

export class Popup implements Place {
  private window: Window | null = null;

  async show(url: string): Promise<void> {
    const opened = window.open(url, "greenroom-course", "popup");
    if (!opened) throw new Error("the window for the course was blocked");
    this.window = opened;
    await until(() => opened.closed || (opened.location.href !== BLANK && opened.document.readyState === "complete"));
  }

  async clear(): Promise<void> {
    const opened = this.window;
    this.window = null;
    if (!opened || opened.closed) return;
    // A window counts as closed before its unload handlers have run, a document as replaced after.
    opened.location.replace(BLANK);
    await until(() => opened.closed || opened.location.href === BLANK);
    opened.close();
  }
}

// A window of its own gives its opener no load event that survives a navigation.
function until(holds: () => boolean): Promise<void> {
  return new Promise((done) => {
    const look = () => (safely(holds) ? done() : setTimeout(look, 20));
    look();
  });
}

function safely(holds: () => boolean): boolean {
  try {
    return holds();
  } catch {
    // Another origin: the content left by itself, and its document cannot be looked into.
    return true;
  }
}
