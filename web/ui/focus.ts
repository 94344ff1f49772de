// Focus, caret and unsent text, carried from an old rendering to the new one that replaces it.

import { fieldOf } from "./field";

const NOTHING = (): void => undefined;

/** Remembers what is in use below `nodes`; the result finds its counterpart below other nodes. */
export function rememberFocus(nodes: Node[]): (nodes: Node[]) => void {
  const active = document.activeElement;
  if (!active || active === document.body || !nodes.some((node) => node.contains(active))) {
    return NOTHING;
  }
  const alike = counterparts(nodes, active);
  const place = alike.indexOf(active);
  const unsent = fieldOf(active)?.unsent();
  const caret = caretOf(active);
  return (others) => {
    const element = counterparts(others, active)[place];
    if (!(element instanceof HTMLElement)) return;
    if (unsent !== undefined) fieldOf(element)?.takeUnsent(unsent);
    element.focus({ preventScroll: true });
    if (caret && isTextControl(element)) element.setSelectionRange(...caret);
  };
}

/** Elements of the same kind and binding. */
function counterparts(nodes: Node[], like: Element): Element[] {
  const kind = signature(like);
  return nodes
    .flatMap((node) => (node instanceof Element ? [node, ...node.querySelectorAll("*")] : []))
    .filter((element) => signature(element) === kind);
}

function signature(element: Element): string {
  const names = ["ui-value", "ui-action", "id", "name", "type"];
  return [element.tagName, ...names.map((name) => element.getAttribute(name))].join("\n");
}

type Caret = [number, number, "forward" | "backward" | "none"];

function caretOf(element: Element): Caret | null {
  if (!isTextControl(element)) return null;
  const { selectionStart, selectionEnd, selectionDirection } = element;
  if (selectionStart === null || selectionEnd === null) return null;
  return [selectionStart, selectionEnd, selectionDirection ?? "none"];
}

function isTextControl(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  // Numbers, dates and the like have no caret that scripts could set.
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.selectionStart !== null)
  );
}
