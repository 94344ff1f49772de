// `ui-action` and `ui-event-…`: something the human does calls a method.

import { Binding } from "./binding";
import { fieldOf } from "./field";
import { keyName, matches, type Keys } from "./keys";
import type { Page } from "./page";
import { takesValue, type Path } from "./path";
import type { Fault, Variable } from "./variable";
import type { Json } from "./wire";

/** What sets an action off. */
export type Trigger = { kind: "click" } | { kind: "event"; type: string } | { kind: "keys"; keys: Keys };

/** Elements that turn Enter or Space into a click themselves. */
const NATIVE = "button, a[href], input, select, textarea, summary, [contenteditable]";

export class Action extends Binding {
  private readonly abort = new AbortController();

  constructor(page: Page, element: Element, at: Path, scope: Variable, trigger: Trigger) {
    super(page, element, at, scope);
    const listen = (type: string, listener: (event: Event) => void): void =>
      element.addEventListener(type, listener, { signal: this.abort.signal });
    switch (trigger.kind) {
      case "click":
        listen("click", (event) => {
          // A box or a choice that refused its own click could never be set.
          if (!isChoice(element)) event.preventDefault();
          this.run(this.valueOf());
        });
        listen("keydown", (event) => this.pressed(event as KeyboardEvent));
        break;
      case "event":
        listen(trigger.type, () => this.run(this.valueOf()));
        break;
      case "keys":
        listen("keydown", (event) => this.typed(event as KeyboardEvent, trigger.keys));
        break;
    }
  }

  changed(): void {
    // An action has no value.
  }

  /** The element that called shows what came of it, not others with the same call. */
  override marked(fault: Fault | null): void {
    const { caller } = this.variable;
    if (fault === null || caller === null || caller === this) super.marked(fault);
  }

  override release(): void {
    this.abort.abort();
    super.release();
  }

  private pressed(event: KeyboardEvent): void {
    const isOwn = event.target === this.element && !this.element.matches(NATIVE);
    if (!isOwn || event.repeat || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    this.run(this.valueOf());
  }

  private typed(event: KeyboardEvent, keys: Keys): void {
    if (event.isComposing || !matches(event, keys)) return;
    // A plain character still belongs to the text it is typed into.
    const isText = keys.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
    if (!isText) event.preventDefault();
    this.run(keyName(event));
  }

  private run(value: Json): void {
    if (this.isRetired) return this.page.tellGone();
    // What was typed counts, also if the key that calls has not left the field.
    fieldOf(this.element)?.commit();
    fieldOf(document.activeElement)?.leave();
    this.variable.caller = this;
    this.page.call(this.variable, takesValue(this.at.path) ? value : null);
  }

  private valueOf(): Json {
    const field = fieldOf(this.element);
    if (field) return field.value();
    const { element } = this;
    return "value" in element && typeof element.value === "string" ? element.value : element.getAttribute("value");
  }
}

function isChoice(element: Element): boolean {
  return element.matches("input[type=checkbox], input[type=radio], select, label, summary");
}
