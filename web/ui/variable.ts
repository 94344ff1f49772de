// The page's variables: each joins a path of the page to a value in Lua.

import { aimAt } from "./aim";
import type { Outbox } from "./outbox";
import type { Path } from "./path";
import { equal, type Json, type Properties, type Update } from "./wire";

/** Why a binding is told of a value. */
export type Cause = "value" | "resync" | "refresh";

export interface Listener {
  /** The value, or the type, is not what it was; with `refresh` it may be. */
  changed(cause: Cause): void;
  /** The mark of an error is set, or taken away by null. */
  marked(error: Fault | null): void;
}

export interface Fault {
  code: string;
  message: string;
}

export class Variable {
  /** Undefined until the server has told it. */
  value: Json | undefined = undefined;
  properties: Properties = {};
  fault: Fault | null = null;
  readonly children = new Map<string, Variable>();
  readonly listeners = new Set<Listener>();
  /** How many bindings use it. */
  uses = 0;
  /** Of the bindings that share an action, the one that called it last. */
  caller: Listener | null = null;
  cause: Cause = "value";

  constructor(
    readonly id: number,
    readonly parent: Variable | null,
    readonly at: Path,
  ) {}

  get type(): string | null {
    return this.properties["type"] || null;
  }

  /** Whether a binding has something to show: a value or an error. */
  get isKnown(): boolean {
    return this.value !== undefined || this.fault !== null || !this.isRead;
  }

  /** Never computed by the server, so no value will come. */
  get isRead(): boolean {
    const access = this.at.properties["access"];
    return access !== "w" && access !== "action";
  }
}

/** All variables of a connection, by the ids that the page chose. */
export class Variables {
  readonly root = new Variable(1, null, { path: "", properties: {}, key: "" });
  private readonly byId = new Map<number, Variable>([[1, this.root]]);
  private nextId = 2;
  private changed = new Set<Variable>();
  private unused = new Set<Variable>();

  constructor(private readonly outbox: Outbox) {}

  get(id: number): Variable | undefined {
    return this.byId.get(id);
  }

  /** The variable of a path below `parent`, made if there is none yet. */
  use(parent: Variable, at: Path): Variable {
    let variable = parent.children.get(at.key);
    if (!variable) {
      variable = new Variable(this.nextId++, parent, at);
      parent.children.set(at.key, variable);
      this.byId.set(variable.id, variable);
      this.outbox.tell(creation(variable));
    }
    variable.uses += 1;
    return variable;
  }

  leave(variable: Variable): void {
    variable.uses -= 1;
    if (variable.uses === 0) this.unused.add(variable);
  }

  /** A value typed here. Other bindings of the same variable follow at once. */
  write(variable: Variable, value: Json): void {
    variable.value = value;
    this.outbox.write(aimAt(variable), value);
    for (const listener of [...variable.listeners]) listener.changed("value");
  }

  /** Takes an update; listeners are told by `settle`, when the whole frame is taken. */
  take(update: Update, ack: number): void {
    const variable = this.byId.get(update.id);
    if (!variable) return;
    if (update.value === undefined && update.properties === undefined) {
      variable.cause = "refresh";
      this.outbox.tell({ type: "get", ids: [update.id] });
      return;
    }
    const typeBefore = variable.type;
    if (update.properties) Object.assign(variable.properties, update.properties);
    if (update.value === undefined) {
      if (variable.type !== typeBefore) this.changed.add(variable);
      return;
    }
    // What was typed since is newer, also if the row has come here from another place.
    const typed = this.outbox.typed(aimAt(variable).field, ack);
    if (typed === undefined) this.mark(variable, null);
    const value = typed === undefined ? update.value : typed;
    const same = equal(variable.value, value) && variable.type === typeBefore;
    variable.value = value;
    if (!same || variable.cause !== "value") this.changed.add(variable);
  }

  mark(variable: Variable, fault: Fault | null): void {
    if (variable.fault === null && fault === null) return;
    variable.fault = fault;
    for (const listener of [...variable.listeners]) listener.marked(fault);
  }

  /** Tells the listeners. Ids grow from parent to child, so lists order their rows before these hear. */
  settle(): void {
    const changed = [...this.changed].sort((a, b) => a.id - b.id);
    this.changed.clear();
    for (const variable of changed) {
      const cause = variable.cause;
      variable.cause = "value";
      for (const listener of [...variable.listeners]) listener.changed(cause);
    }
    this.sweep();
  }

  /** Forgets what no binding uses any more, the topmost of each branch by name. */
  sweep(): void {
    const ids: number[] = [];
    for (const variable of this.unused) {
      if (variable.uses > 0 || !this.byId.has(variable.id)) continue;
      variable.parent?.children.delete(variable.at.key);
      this.forget(variable);
      ids.push(variable.id);
    }
    this.unused.clear();
    if (ids.length > 0) this.outbox.tell({ type: "destroy", ids });
  }

  /** The server has taken variables away. */
  destroyed(ids: number[]): void {
    for (const variable of ids.flatMap((id) => this.byId.get(id) ?? [])) {
      if (variable.parent === null) continue;
      variable.parent.children.delete(variable.at.key);
      this.forget(variable);
    }
  }

  /** Tells a new connection of all variables, parents first. */
  tellAll(): void {
    this.outbox.tell({ type: "watch", id: 1 });
    for (const variable of this.byId.values()) {
      variable.cause = "resync";
      this.mark(variable, null);
      if (variable.parent) this.outbox.tell(creation(variable));
    }
  }

  private forget(variable: Variable): void {
    this.byId.delete(variable.id);
    this.changed.delete(variable);
    for (const child of variable.children.values()) this.forget(child);
  }
}

function creation(variable: Variable) {
  const { path, properties } = variable.at;
  return {
    type: "create" as const,
    id: variable.id,
    parent: variable.parent?.id ?? 1,
    path,
    properties: { ...properties },
  };
}
