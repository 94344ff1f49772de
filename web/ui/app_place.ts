// Where the app stands, and what is there while there is none.

import type { Place } from "./view";

export class AppPlace implements Place {
  constructor(readonly element: Element) {}

  show(nodes: Node[], viewdef: string | null): void {
    this.element.replaceChildren(...nodes);
    this.element.removeAttribute("ui-placeholder");
    if (viewdef) this.element.setAttribute("ui-viewdef", viewdef);
  }

  empty(pendingType: string | null): void {
    const heading = document.createElement("h1");
    const text = document.createElement("p");
    heading.textContent = pendingType ? "Almost there" : "No app yet";
    text.textContent = pendingType
      ? `The app is running. Its view, ${pendingType}.DEFAULT, has not been uploaded yet.`
      : "Your agent has not made one so far. This page fills itself as soon as it does.";
    this.element.removeAttribute("ui-viewdef");
    this.element.setAttribute("ui-placeholder", "");
    this.element.replaceChildren(heading, text);
  }
}
