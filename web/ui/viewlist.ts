// A list of views, one per element. Rows are known by what they show, so that a row keeps its
// nodes, focus and caret wherever it goes.

import { Binding } from "./binding";
import type { Page } from "./page";
import { makePath, type Path } from "./path";
import type { Variable } from "./variable";
import { View, type Names, type Place } from "./view";
import { objectNumber, type Json } from "./wire";

interface Row {
  view: View;
  place: RowPlace;
}

export class Viewlist extends Binding {
  private rows = new Map<string, Row>();
  private readonly names: Names;

  constructor(page: Page, element: Element, at: Path, scope: Variable, namespace: string | null) {
    super(page, element, at, scope);
    const template = [...element.children].find((child) => child instanceof HTMLTemplateElement);
    this.names = {
      namespace: at.properties["namespace"] ?? namespace,
      fallback: at.properties["fallbackNamespace"] ?? "list-item",
      template: template?.content ?? null,
    };
    element.replaceChildren();
  }

  changed(): void {
    const values = Array.isArray(this.variable.value) ? this.variable.value : [];
    const keys = keysOf(values);
    const before = this.rows;
    const rows = new Map<string, Row>();
    let isLonger = false;
    keys.forEach((key, index) => {
      const row = before.get(key);
      if (row) row.view.rebase(this.variable, this.pathOf(index));
      isLonger ||= !row;
      rows.set(key, row ?? this.newRow(index));
    });
    for (const [key, row] of before) {
      if (rows.has(key)) continue;
      row.place.remove();
      row.view.release();
    }
    this.rows = rows;
    arrange(
      this.element,
      [...rows.values()].map((row) => row.place),
    );
    if (isLonger) this.page.contentAdded(this.element);
  }

  override reset(): void {
    for (const row of this.rows.values()) row.view.reset();
  }

  override retire(): void {
    for (const row of this.rows.values()) row.view.retire();
  }

  override release(): void {
    for (const row of this.rows.values()) row.view.release();
    super.release();
  }

  protected override moved(): void {
    // The rows are the same ones; only what they hang on is another variable.
    if (this.variable.value !== undefined) return this.changed();
    [...this.rows.values()].forEach(({ view }, index) => {
      view.rebase(this.variable, this.pathOf(index));
    });
  }

  /** Lua counts from 1. What wraps the list has its elements in `items`. */
  private pathOf(index: number): Path {
    const isWrapped = this.at.properties["wrapper"] !== undefined;
    return makePath(isWrapped ? `items.${index + 1}.item` : String(index + 1), { access: "r" });
  }

  private newRow(index: number): Row {
    const place = new RowPlace(this.element);
    const view = new View(this.page, this.pathOf(index), this.variable, place, this.names);
    return { place, view: view.start() };
  }
}

/** Objects are known by their number, other values by themselves; equal ones are counted. */
function keysOf(values: Json[]): string[] {
  const seen = new Map<string, number>();
  return values.map((value) => {
    const number = objectNumber(value);
    const key = number === null ? JSON.stringify(value) : `object ${number}`;
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return `${key} ${count}`;
  });
}

/** The first node of each row. A row reaches to the next of these. */
const anchors = new WeakSet<Node>();

class RowPlace implements Place {
  readonly anchor = document.createComment("");

  constructor(private readonly list: Element) {
    anchors.add(this.anchor);
    // A row that is in no list yet has a place of its own.
    document.createDocumentFragment().append(this.anchor);
  }

  get element(): Element {
    return this.content().find((node) => node instanceof Element) ?? this.list;
  }

  show(nodes: Node[], viewdef: string | null): void {
    for (const node of this.content()) node.parentNode?.removeChild(node);
    for (const node of nodes) {
      const isView = node instanceof Element && node.hasAttribute("ui-view");
      if (node instanceof Element && viewdef && !isView) node.setAttribute("ui-viewdef", viewdef);
    }
    this.anchor.after(...nodes.filter((node) => !isBlank(node)));
  }

  empty(): void {
    this.show([], null);
  }

  remove(): void {
    for (const node of this.nodes()) node.parentNode?.removeChild(node);
  }

  nodes(): Node[] {
    return [this.anchor, ...this.content()];
  }

  private content(): Node[] {
    const nodes: Node[] = [];
    let node = this.anchor.nextSibling;
    while (node && !anchors.has(node)) {
      nodes.push(node);
      node = node.nextSibling;
    }
    return nodes;
  }
}

/** Text between the elements of a definition would stay where a table or list allows none. */
function isBlank(node: Node): boolean {
  return node instanceof Text && node.data.trim() === "";
}

/** Puts rows in order. The row in use is never moved: moving would take its focus away. */
function arrange(list: Element, places: RowPlace[]): void {
  const rows = places.map((place) => place.nodes());
  const active = document.activeElement;
  const isInUse = (nodes: Node[]): boolean => active !== null && nodes.some((node) => node.contains(active));
  const pinned = Math.max(0, list.contains(active) ? rows.findIndex(isInUse) : 0);
  for (let index = pinned - 1; index >= 0; index--) {
    const nodes = rows[index] ?? [];
    const next = rows[index + 1]?.[0] ?? null;
    if (nodes.at(-1)?.nextSibling !== next || nodes[0]?.parentNode !== list) put(list, nodes, next);
  }
  let last: Node | null = null;
  for (const nodes of rows.slice(pinned)) {
    // Before the pinned row all is in order, so it stays where it is.
    const follows = last === null || last.nextSibling === nodes[0];
    if (nodes[0]?.parentNode !== list || !follows) put(list, nodes, last === null ? list.firstChild : last.nextSibling);
    last = nodes.at(-1) ?? last;
  }
}

function put(list: Element, nodes: Node[], before: Node | null): void {
  for (const node of nodes) {
    // A move by this newer call keeps what frames, animations and scrolled boxes are at.
    const canMove = "moveBefore" in list && list.isConnected && node.parentNode === list;
    if (canMove) (list as Mover).moveBefore(node, before);
    else list.insertBefore(node, before);
  }
}

interface Mover {
  moveBefore(node: Node, before: Node | null): void;
}
