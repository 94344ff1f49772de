// An element that a person acted on, in the words in which rehearsals find it again.
//
// The words are made by the very scripts that look for them when a rehearsal is played.

import clipping from "../../../crates/greenroom-browser/injected/toolkit/clipping.js?raw";
import describe from "../../../crates/greenroom-browser/injected/toolkit/describe.js?raw";
import naming from "../../../crates/greenroom-browser/injected/toolkit/naming.js?raw";
import search from "../../../crates/greenroom-browser/injected/toolkit/search.js?raw";
import visibility from "../../../crates/greenroom-browser/injected/toolkit/visibility.js?raw";
import type { ActTarget } from "../messages";
import { type Page, pages } from "./pages";

interface Toolkit {
  describe(element: Element): { role: string; name: string; nth: number; selector: string };
  namedElements(role: string, name: string): Element[];
  selectorOf(element: Element): string;
  visible(element: Element): boolean;
  shadowRootsIn(scope: Document): Iterable<ShadowRoot>;
}

const TOOLKIT = `${[visibility, clipping, search, naming, describe].join("\n")}
return { describe, namedElements, selectorOf, visible, shadowRootsIn };`;

const toolkits = new WeakMap<Document, Toolkit>();

/** The scripts, in the world of a page: they look at that page's document. */
export function toolkitOf(page: Page): Toolkit {
  let known = toolkits.get(page.document);
  if (!known) {
    known = new page.Function(TOOLKIT)() as Toolkit;
    toolkits.set(page.document, known);
  }
  return known;
}

const pageOf = (element: Element): Page | null => element.ownerDocument.defaultView;

/** How a rehearsal finds this element; nothing for one whose page is gone. */
export function targetOf(element: Element): ActTarget | null {
  const page = pageOf(element);
  if (page === null) return null;
  const { role, name, nth, selector } = toolkitOf(page).describe(element);
  return { role, name, nth: name === "" ? 0 : nth + before(page, role, name), selector: path(page) + selector };
}

/** How many elements of this name stand in the pages before this one. */
function before(page: Page, role: string, name: string): number {
  const all = pages();
  const earlier = all.slice(0, Math.max(0, all.indexOf(page)));
  return earlier.reduce((count, one) => count + toolkitOf(one).namedElements(role, name).length, 0);
}

/** The way through the frames, each step ending in `>>>`. */
function path(page: Page): string {
  const frame = page.frameElement;
  const parent = frame?.ownerDocument.defaultView ?? null;
  if (frame === null || parent === null || parent === window) return "";
  return `${path(parent)}${toolkitOf(parent).selectorOf(frame)} >>> `;
}

export const isVisible = (element: Element): boolean => {
  const page = pageOf(element);
  return page !== null && toolkitOf(page).visible(element);
};

/** What people take for one thing to click on. */
const CONTROLS = [
  "button, a[href], area, input, select, textarea, label, summary, option, [contenteditable='']",
  ...["button", "link", "checkbox", "radio", "switch", "tab", "option", "slider", "treeitem"].map(
    (it) => `[role=${it}]`,
  ),
  ...["menuitem", "menuitemcheckbox", "menuitemradio", "textbox", "combobox"].map((it) => `[role=${it}]`),
].join();

/** The control that an element belongs to, or the element itself. */
export function controlAt(element: Element): Element {
  const control = element.closest(CONTROLS) ?? element;
  const labelled = labelledBy(control);
  // A box that is drawn by its label is hidden itself.
  return labelled !== null && isVisible(labelled) ? labelled : control;
}

/** The field that a label belongs to. */
export function labelledBy(control: Element): Element | null {
  return control.localName === "label" ? (control as HTMLLabelElement).control : null;
}

/** The visible headings of the course, the first few. */
export function headings(): string[] {
  const texts = pages().flatMap((page) => {
    const { visible, describe, shadowRootsIn } = toolkitOf(page);
    const scopes: ParentNode[] = [page.document, ...shadowRootsIn(page.document)];
    const all = scopes.flatMap((scope) => [...scope.querySelectorAll("h1, h2, h3, [role=heading]")]);
    return all
      .filter(visible)
      .slice(0, MOST_HEADINGS)
      .map((one) => describe(one).name);
  });
  return texts.filter((text) => text !== "");
}

const MOST_HEADINGS = 6;
