// What all bindings share: a variable that they use, and an element that they concern.

import { mark } from "./marks";
import type { Page } from "./page";
import type { Path } from "./path";
import type { Cause, Fault, Listener, Variable } from "./variable";

/** Something in a rendering that hangs on a variable. */
export interface Bound {
  readonly variable: Variable;
  /** The same row is now at another place: use the variables of that place. */
  rebase(scope: Variable): void;
  /** The human's unsent input belongs to an object that is no longer shown. */
  reset(): void;
  /** What is shown is another object's by now; it stays until the new rendering is there. */
  retire(): void;
  release(): void;
}

export abstract class Binding implements Bound, Listener {
  variable: Variable;
  protected isRetired = false;

  constructor(
    protected readonly page: Page,
    protected readonly element: Element,
    protected at: Path,
    scope: Variable,
  ) {
    this.variable = page.variables.use(scope, at);
  }

  abstract changed(cause: Cause): void;

  /** Begins to follow the variable; apart from the constructor, as fields must be there first. */
  start(): this {
    this.variable.listeners.add(this);
    if (this.variable.value !== undefined) this.changed("resync");
    if (this.variable.fault) this.marked(this.variable.fault);
    return this;
  }

  marked(fault: Fault | null): void {
    mark(this.element, this, fault);
  }

  rebase(scope: Variable): void {
    const next = this.page.variables.use(scope, this.at);
    const before = this.variable;
    this.page.variables.leave(before);
    if (next === before) return;
    before.listeners.delete(this);
    this.variable = next;
    next.listeners.add(this);
    this.marked(next.fault);
    this.moved();
  }

  reset(): void {}

  retire(): void {
    this.isRetired = true;
  }

  release(): void {
    this.variable.listeners.delete(this);
    this.page.variables.leave(this.variable);
  }

  /** The variable is another one. Its value is mostly the one that is shown. */
  protected moved(): void {
    if (this.variable.value !== undefined) this.changed("resync");
  }
}
