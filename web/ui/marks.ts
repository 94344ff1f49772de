// Errors on the elements they concern: attributes for authors, a text beside the pointer for people.

import type { Fault } from "./variable";

/** Faults by element and by who reports them: several bindings may share an element. */
const faults = new WeakMap<Element, Map<object, Fault>>();

export function mark(element: Element, source: object, fault: Fault | null): void {
  const all = faults.get(element) ?? new Map<object, Fault>();
  if (!all.delete(source) && !fault) return;
  if (fault) all.set(source, fault);
  faults.set(element, all);
  const shown = [...all.values()].at(-1);
  if (shown) {
    element.setAttribute("ui-error", "");
    element.setAttribute("ui-error-code", shown.code);
    element.setAttribute("ui-error-description", shown.message);
  } else {
    for (const name of ["ui-error", "ui-error-code", "ui-error-description"]) {
      element.removeAttribute(name);
    }
  }
  // Who has just clicked is on the element already.
  if (element.matches(":hover") || element === document.activeElement) explain(shown ? element : null);
}

/** One text for all marks, shown while the pointer or the focus is on a marked element. */
const bubble = document.createElement("greenroom-fault");
bubble.setAttribute("role", "tooltip");

export function explainMarks(): void {
  const look = ({ target }: Event): void => {
    if (target instanceof Element) explain(target.closest("[ui-error]"));
  };
  for (const type of ["pointerover", "focusin"]) document.addEventListener(type, look);
}

function explain(element: Element | null): void {
  const description = element?.getAttribute("ui-error-description");
  if (!element || !description) return bubble.remove();
  const { left, bottom } = element.getBoundingClientRect();
  bubble.textContent = description;
  bubble.style.left = `${Math.max(8, Math.min(left, innerWidth - 328))}px`;
  bubble.style.top = `${Math.max(8, Math.min(bottom + 6, innerHeight - 60))}px`;
  document.body.append(bubble);
}
