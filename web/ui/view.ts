// A view: shows the object of a variable by the view definition of its type.

import type { Bound } from "./binding";
import { rememberFocus } from "./focus";
import { mark } from "./marks";
import type { Page } from "./page";
import type { Path } from "./path";
import { Rendering } from "./rendering";
import type { Cause, Fault, Listener, Variable } from "./variable";
import type { Viewdef } from "./viewdefs";
import { objectNumber, type Properties } from "./wire";

/** Where a view puts its nodes. */
export interface Place {
  /** Carries the mark of an error. */
  readonly element: Element;
  show(nodes: Node[], viewdef: string | null): void;
  /** Nothing to show: no object, or no definition yet for its type. */
  empty(pendingType: string | null): void;
}

export interface Names {
  /** Of the subtree; a `namespace` property of the path goes before it. */
  namespace: string | null;
  fallback: string | null;
  /** For values without type. */
  template: DocumentFragment | null;
}

const NO_TYPE = {
  code: "NO_TYPE",
  message: "A view shows an object with a type; this value has none.",
};

export class View implements Bound, Listener {
  variable: Variable;
  private shown: Rendering | null = null;
  private staged: Rendering | null = null;
  /** What `shown` or `staged` was made of. */
  private made: Viewdef | DocumentFragment | null = null;
  private object: number | null = null;
  private properties: Properties = {};
  private ownFault: Fault | null = null;
  private markedOn: Element | null = null;

  constructor(
    private readonly page: Page,
    private at: Path,
    scope: Variable | null,
    private readonly place: Place,
    private readonly names: Names,
  ) {
    this.variable = scope ? page.variables.use(scope, at) : page.variables.root;
  }

  /** The view of the app itself, which needs no path. */
  static ofApp(page: Page, place: Place): View {
    const names = { namespace: null, fallback: null, template: null };
    return new View(page, page.variables.root.at, null, place, names).start();
  }

  start(): this {
    this.variable.listeners.add(this);
    this.page.views.add(this);
    this.changed("value");
    this.marked(this.variable.fault);
    return this;
  }

  changed(cause: Cause): void {
    const { value } = this.variable;
    if (value === undefined) return;
    const type = this.typeShown();
    const namespace = this.at.properties["namespace"] ?? this.names.namespace;
    const fallback = this.at.properties["fallbackNamespace"] ?? this.names.fallback;
    const wanted =
      value === null ? null : type ? this.page.viewdefs.find(type, namespace, fallback) : this.names.template;
    const object = objectNumber(value);
    const isNamable = value === null || type !== null || wanted !== null;
    this.ownFault = isNamable ? null : NO_TYPE;
    this.marked(this.variable.fault);
    if (!wanted) return this.clear(value === null ? null : type);
    if (wanted !== this.made || cause === "refresh") {
      if (object !== this.object) this.shown?.retire();
      this.render(wanted);
    } else if (object !== this.object) this.reset();
    this.object = object;
    this.properties = { ...this.variable.properties };
  }

  marked(fault: Fault | null): void {
    const shown = fault ?? this.ownFault;
    if (this.markedOn) mark(this.markedOn, this, null);
    this.markedOn = shown ? this.place.element : null;
    if (this.markedOn) mark(this.markedOn, this, shown);
  }

  /** Definitions of these types changed. One that is asked for anew renders with the answer. */
  redefined(types: Set<string>): void {
    const { type, cause } = this.variable;
    if (type !== null && types.has(type) && cause !== "refresh") this.changed("value");
  }

  rebase(scope: Variable, at = this.at): void {
    const next = this.page.variables.use(scope, at);
    this.at = at;
    this.page.variables.leave(this.variable);
    if (next === this.variable) return;
    // The place is new, what is shown there is not: a click need not wait for the server's word.
    if (next.value === undefined && this.object !== null) {
      next.value = { obj: this.object };
      next.properties = { ...this.properties };
    }
    this.variable.listeners.delete(this);
    this.variable = next;
    next.listeners.add(this);
    this.shown?.rebase(next);
    this.staged?.rebase(next);
    this.marked(next.fault);
    this.changed("value");
  }

  reset(): void {
    this.shown?.reset();
    this.staged?.reset();
  }

  retire(): void {
    this.shown?.retire();
    this.staged?.retire();
  }

  release(): void {
    this.page.views.delete(this);
    this.variable.listeners.delete(this);
    this.shown?.release();
    this.staged?.release();
    if (this.variable.parent) this.page.variables.leave(this.variable);
  }

  /** Only objects and wrapped values are shown by their type. */
  private typeShown(): string | null {
    const isObject = objectNumber(this.variable.value) !== null;
    return isObject || this.at.properties["wrapper"] ? this.variable.type : null;
  }

  private clear(pendingType: string | null): void {
    this.staged?.release();
    this.shown?.release();
    this.staged = this.shown = this.made = this.object = null;
    this.place.empty(pendingType);
  }

  private render(wanted: Viewdef | DocumentFragment): void {
    this.staged?.release();
    this.made = wanted;
    const content = "content" in wanted ? wanted.content : wanted;
    const staged = new Rendering(this.page, content, this.variable, this.names.namespace);
    this.staged = staged;
    staged.whenReady(() => {
      const restoreFocus = rememberFocus(this.shown?.nodes ?? []);
      this.place.show(staged.nodes, "key" in wanted ? wanted.key : null);
      this.shown?.release();
      this.shown = staged;
      this.staged = null;
      restoreFocus(staged.nodes);
      this.page.contentAdded(this.place.element);
    });
  }
}

/** Inside an element, which keeps all that is its own. */
export class InsideElement implements Place {
  constructor(readonly element: Element) {
    element.replaceChildren();
  }

  show(nodes: Node[], viewdef: string | null): void {
    this.element.replaceChildren(...nodes);
    if (viewdef) this.element.setAttribute("ui-viewdef", viewdef);
  }

  empty(): void {
    this.element.replaceChildren();
    this.element.removeAttribute("ui-viewdef");
  }
}
