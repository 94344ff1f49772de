// `ui-value`: an element follows a value; form controls also send what the human gives them.

import { Binding } from "./binding";
import { controlOf, isFormControl, type Control } from "./control";
import type { Page } from "./page";
import type { Path } from "./path";
import type { Variable } from "./variable";
import type { Json } from "./wire";

const fields = new WeakMap<Element, Field>();

export function fieldOf(element: Element | null): Field | undefined {
  return element ? fields.get(element) : undefined;
}

export class Field extends Binding {
  private readonly control: Control;
  /** Changed by the human and not sent; what the server says meanwhile is shown later. */
  private isDirty = false;
  /** Changed by the human, sent or not, and still under their hands: nothing is written into it. */
  private isInHand = false;
  private announced: Json | undefined = undefined;
  private readonly abort = new AbortController();
  private observer: MutationObserver | null = null;

  constructor(page: Page, element: Element, at: Path, scope: Variable) {
    super(page, element, at, scope);
    this.control = controlOf(element);
    fields.set(element, this);
    if (isFormControl(element)) this.listen();
    if (element instanceof HTMLSelectElement) {
      // Options that come later may be the chosen ones.
      this.observer = new MutationObserver(() => this.show());
      this.observer.observe(element, { childList: true, subtree: true, attributes: true });
    }
  }

  changed(): void {
    const { value } = this.variable;
    if (value === undefined) return;
    this.show();
    if (this.announced === value) return;
    this.announced = value;
    this.element.dispatchEvent(new CustomEvent("ui-value-change", { detail: { value }, bubbles: true }));
  }

  /** Sends what the human gave the element, if it is not what the value is already. */
  commit(): void {
    const isSent = this.isInHand && !this.isDirty;
    this.isInHand = false;
    // What was sent key by key must not undo what has changed since.
    if (isSent) this.show();
    else this.send();
  }

  /** The human does something else: what was typed is sent, and the field follows its value again. */
  leave(): void {
    if (this.isDirty || this.isInHand) this.commit();
  }

  private send(): void {
    if (!this.control.isWhole()) return;
    this.isDirty = false;
    if (this.isRetired) return this.page.tellGone();
    const isSent = this.control.isShowing(this.variable.value ?? null);
    if (this.canWrite && !isSent) this.page.variables.write(this.variable, this.value());
  }

  /** Sends a value that a script names, or what the element holds. */
  set(value: Json = this.value()): void {
    this.isDirty = this.isInHand = false;
    if (this.isRetired) return this.page.tellGone();
    this.page.variables.write(this.variable, value);
  }

  value(): Json {
    return this.control.read(this.variable.value);
  }

  /** Text that was typed and not sent; undefined if there is none. */
  unsent(): Json | undefined {
    return this.isDirty || this.isInHand ? this.value() : undefined;
  }

  takeUnsent(value: Json): void {
    this.control.show(value);
    this.isDirty = true;
  }

  override reset(): void {
    this.isDirty = this.isInHand = false;
    this.show();
  }

  override release(): void {
    this.abort.abort();
    this.observer?.disconnect();
    super.release();
  }

  private get canWrite(): boolean {
    return this.at.properties["access"] !== "r";
  }

  private show(): void {
    const { value } = this.variable;
    if (value === undefined || this.isInUse || this.control.isShowing(value)) return;
    this.control.show(value);
    this.page.contentAdded(this.element);
  }

  private get isInUse(): boolean {
    return (this.isDirty || this.isInHand) && document.activeElement === this.element;
  }

  private listen(): void {
    const listen = (type: string, listener: (event: Event) => void): void =>
      this.element.addEventListener(type, listener, { signal: this.abort.signal });
    listen("input", () => {
      this.isDirty = this.isInHand = true;
      if (this.at.properties["keypress"]) this.send();
    });
    listen("change", () => this.commit());
    // The window may lose the focus while the element keeps it.
    listen("blur", () => document.activeElement !== this.element && this.reset());
    listen("keydown", (event) => {
      if ((event as KeyboardEvent).key === "Escape" && (this.isDirty || this.isInHand)) this.reset();
    });
  }
}
