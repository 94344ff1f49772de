// One instance of a view definition: its nodes, and what in them is bound.

import { bind } from "./bind";
import type { Bound } from "./binding";
import type { Page } from "./page";
import type { Listener, Variable } from "./variable";

/** How long an old rendering stays for a new one that lacks values. */
const PATIENCE_MS = 200;

export class Rendering implements Listener {
  readonly nodes: Node[];
  private readonly bounds: Bound[];
  private readonly missing = new Set<Variable>();
  private ready: (() => void) | null = null;
  private timer = 0;

  constructor(page: Page, content: DocumentFragment, scope: Variable, namespace: string | null) {
    const fragment = document.importNode(content, true);
    this.bounds = bind(page, fragment, scope, namespace);
    this.nodes = [...fragment.childNodes];
  }

  /** Calls back when all has a first value: at once, if nothing is missing. */
  whenReady(ready: () => void): void {
    this.ready = ready;
    for (const { variable } of this.bounds) {
      if (variable.isKnown) continue;
      this.missing.add(variable);
      variable.listeners.add(this);
    }
    if (this.missing.size === 0) this.finish();
    else this.timer = window.setTimeout(() => this.finish(), PATIENCE_MS);
  }

  changed(): void {
    for (const variable of this.missing) {
      if (!variable.isKnown) continue;
      this.missing.delete(variable);
      variable.listeners.delete(this);
    }
    if (this.missing.size === 0) this.finish();
  }

  marked(): void {
    this.changed();
  }

  rebase(scope: Variable): void {
    for (const bound of this.bounds) bound.rebase(scope);
  }

  reset(): void {
    for (const bound of this.bounds) bound.reset();
  }

  retire(): void {
    for (const bound of this.bounds) bound.retire();
  }

  release(): void {
    this.stopWaiting();
    for (const bound of this.bounds) bound.release();
  }

  private finish(): void {
    const ready = this.ready;
    this.stopWaiting();
    ready?.();
  }

  private stopWaiting(): void {
    clearTimeout(this.timer);
    this.ready = null;
    for (const variable of this.missing) variable.listeners.delete(this);
    this.missing.clear();
  }
}
