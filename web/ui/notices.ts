// Words for the human at the edge of the page.

export interface Choice {
  text: string;
  act(): void;
}

/** How long a passing word stays. */
const PASSING_MS = 6000;

export class Notices {
  private readonly shown = new Map<string, Element>();

  constructor(private readonly place: Element) {
    place.setAttribute("role", "status");
    place.setAttribute("aria-live", "polite");
  }

  /** Shows a word until it is cleared; of one kind there is one. */
  show(kind: string, text: string, choice: Choice | null = null): void {
    if (this.shown.get(kind)?.firstChild?.textContent === text) return;
    this.clear(kind);
    const notice = document.createElement("greenroom-notice");
    notice.setAttribute("kind", kind);
    const words = document.createElement("span");
    words.textContent = text;
    notice.append(words);
    if (choice) notice.append(button(choice));
    notice.append(button({ text: "×", act: () => this.clear(kind) }, "Dismiss"));
    this.place.append(notice);
    this.shown.set(kind, notice);
  }

  clear(kind: string): void {
    this.shown.get(kind)?.remove();
    this.shown.delete(kind);
  }

  /** Shows a word that goes by itself. */
  pass(text: string): void {
    const kind = `passing ${text}`;
    this.show(kind, text);
    setTimeout(() => this.clear(kind), PASSING_MS);
  }
}

function button(choice: Choice, label?: string): Element {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = choice.text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", () => choice.act());
  return made;
}
