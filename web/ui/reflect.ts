// Bindings that only show: attributes, classes, style, visibility, HTML, and code.

import { Binding } from "./binding";
import { mark } from "./marks";
import type { Page } from "./page";
import type { Path } from "./path";
import { isSafeAttribute, sanitized } from "./sanitize";
import type { Cause, Variable } from "./variable";
import { equal, text, truth, type Json } from "./wire";

export type Apply = (element: Element, value: Json) => void;

/** Puts a value on its element by one function. */
export class Reflection extends Binding {
  constructor(
    page: Page,
    element: Element,
    at: Path,
    scope: Variable,
    private readonly apply: Apply,
  ) {
    super(page, element, at, scope);
  }

  changed(): void {
    if (this.variable.value === undefined) return;
    try {
      this.apply(this.element, this.variable.value);
      mark(this.element, this.apply, null);
    } catch (error) {
      // Names of attributes and classes are the author's, and the browser may refuse them.
      mark(this.element, this.apply, { code: "REFUSED", message: String(error) });
    }
  }
}

export function attribute(name: string): Apply {
  const source = {};
  return (element, value) => {
    const shown = value === true ? "" : text(value);
    const isSafe = isSafeAttribute(name, shown);
    const fault = { code: "UNSAFE", message: `The value of ${name} would run as a script.` };
    mark(element, source, isSafe ? null : fault);
    if (!truth(value) || !isSafe) element.removeAttribute(name);
    else if (element.getAttribute(name) !== shown) element.setAttribute(name, shown);
  };
}

export function className(name: string): Apply {
  return (element, value) => void element.classList.toggle(name, truth(value));
}

export function style(name: string): Apply {
  return (element, value) => {
    const { style } = element as HTMLElement;
    if (truth(value)) style.setProperty(name, text(value));
    else style.removeProperty(name);
  };
}

export function visibility(whenTrue: boolean): Apply {
  return (element, value) => void element.toggleAttribute("hidden", truth(value) !== whenTrue);
}

/** `ui-html`: inside the element, or in its place with `?replace`. */
export class Html extends Binding {
  private shown: Json | undefined = undefined;
  /** What stands in the element's place. */
  private nodes: ChildNode[] = [];

  changed(): void {
    const { value } = this.variable;
    if (value === undefined || equal(value, this.shown)) return;
    this.shown = value;
    const content = this.at.properties["trusted"] ? parsed(text(value)) : sanitized(text(value));
    if (this.at.properties["replace"]) this.replace(content);
    else this.element.replaceChildren(content);
    this.page.contentAdded(this.element);
  }

  private replace(content: DocumentFragment): void {
    const before = this.nodes.length > 0 ? this.nodes : [this.element];
    // Something must stay in the document to be replaced the next time.
    this.nodes = content.hasChildNodes() ? [...content.childNodes] : [document.createComment("")];
    before[0]?.before(...this.nodes);
    for (const node of before) node.remove();
  }
}

function parsed(html: string): DocumentFragment {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}

/** `ui-code`: runs a value that is source text, when it changes. */
export class Code extends Binding {
  private known: Json | undefined = undefined;

  changed(cause: Cause): void {
    const { value } = this.variable;
    if (value === undefined || equal(value, this.known)) return;
    const isNew = this.known !== undefined && cause === "value";
    const isFirst = this.known === undefined && this.at.properties["initial"] !== undefined;
    this.known = value;
    if ((isNew || isFirst) && typeof value === "string") this.run(value);
  }

  private run(source: string): void {
    const { id, at, value, properties } = this.variable;
    try {
      const code = new Function("element", "value", "variable", source);
      code(this.element, value, { id, path: at.path, value, properties });
      mark(this.element, this.run, null);
    } catch (error) {
      console.error("ui-code:", error);
      mark(this.element, this.run, { code: "SCRIPT_ERROR", message: String(error) });
    }
  }
}
