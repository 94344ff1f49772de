// Dragging: by the browser's own means, or by an element that follows the pointer.

import type { PersonAct } from "../messages";
import { elementOf } from "./pages";
import { targetOf } from "./target";

/** A hand that clicks does not keep quite still. */
const WAY = 8;
/** An element that is dragged has moved so far. */
const MOVED = 4;

interface Press {
  element: Element;
  act: PersonAct & { what: "drags" };
  x: number;
  y: number;
  left: number;
  top: number;
}

export class Dragging {
  private press: Press | null = null;
  /** What the browser drags. */
  private carried: (PersonAct & { what: "drags" }) | null = null;
  /** The press was a drag, so the click at its end is none. */
  private isDrag = false;

  constructor(private readonly tell: (act: PersonAct) => void) {}

  presses(event: PointerEvent): void {
    this.isDrag = false;
    this.press = null;
    const element = elementOf(event);
    const on = element && targetOf(element);
    if (!element || !on || event.button !== 0) return;
    const { left, top } = element.getBoundingClientRect();
    this.press = { element, act: { what: "drags", on }, x: event.clientX, y: event.clientY, left, top };
  }

  releases(event: PointerEvent): void {
    const press = this.press;
    this.press = null;
    if (press === null || !press.element.isConnected) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (Math.hypot(x, y) < WAY) return;
    const { left, top } = press.element.getBoundingClientRect();
    if (Math.hypot(left - press.left, top - press.top) < MOVED) return;
    this.isDrag = true;
    this.tell({ ...press.act, by: { x, y } });
  }

  begins(event: Event): void {
    this.press = null;
    const element = elementOf(event);
    const on = element && targetOf(element);
    this.carried = on ? { what: "drags", on } : null;
  }

  drops(event: Event): void {
    const carried = this.carried;
    this.carried = null;
    const element = elementOf(event);
    const onto = element && targetOf(element);
    if (carried !== null && onto) this.tell({ ...carried, onto });
  }

  /** Whether a click is only the end of a drag. */
  tookClick(event: Event): boolean {
    return event.type === "click" && this.isDrag;
  }
}
