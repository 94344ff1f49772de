// Where the focus is: it moves into a card, is kept inside, and returns when the card closes.

import { cards, openCards } from "../state";
import { guard, type Card } from "./card";

const FOCUSABLE =
  "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex='0']";

export function cardElement(card: Card): HTMLElement | null {
  return document.getElementById(`card-${card.id}`);
}

export function cardOfFocus(): Card | undefined {
  const id = document.activeElement?.closest(".card")?.id;
  return cards.value.find((card) => `card-${card.id}` === id);
}

/** True while the human is busy: in another card, in a field, in a panel. */
export function humanIsBusy(): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && active.matches(".card *, input, textarea, select, dialog *");
}

/** To the control where answering begins. */
export function focusCard(card: Card): void {
  const element = cardElement(card);
  if (!element) return;
  const first =
    element.querySelector<HTMLElement>("input[type=radio][data-initial]:checked") ??
    element.querySelector<HTMLElement>("[data-initial]:not(:disabled)") ??
    element.querySelector<HTMLElement>(".card-body :is(textarea, input, select)") ??
    element;
  // The question is read before it is answered: its beginning stays in view.
  first.focus({ preventScroll: true });
  element.scrollIntoView({ block: element.offsetHeight > innerHeight - 120 ? "start" : "nearest" });
}

/** Tab goes round inside the card. */
export function keepInside(event: KeyboardEvent, element: HTMLElement): void {
  if (event.key !== "Tab" || event.altKey || event.ctrlKey) return;
  const all = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isTabStop);
  const first = all[0];
  const last = all.at(-1);
  if (!first || !last) return;
  const from = event.shiftKey ? first : last;
  const active = document.activeElement;
  const atEnd = active === from || (event.shiftKey && active === element) || sameRadioGroup(active, from);
  if (!atEnd) return;
  event.preventDefault();
  (event.shiftKey ? last : first).focus();
}

/** When a card closes: back where the focus came from, else to the next card, else to the page. */
export function returnFocus(card: Card): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body && active.isConnected && !cardElement(card)?.contains(active)) return;
  const next = openCards.value.find((one) => one !== card && one.phase.value.name !== "delivered");
  const from = card.cameFrom;
  if (next) {
    guard(next);
    focusCard(next);
  } else if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus();
  else document.getElementById("main")?.focus();
}

/** Of a radio group only the checked one, or else the first, is a stop. */
function isTabStop(element: HTMLElement): boolean {
  if (element.offsetParent === null && getComputedStyle(element).position !== "fixed") return false;
  if (!(element instanceof HTMLInputElement) || element.type !== "radio" || element.checked) return true;
  const group = [
    ...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${CSS.escape(element.name)}"]`),
  ];
  return !group.some((one) => one.checked) && group.find((one) => !one.disabled) === element;
}

function sameRadioGroup(a: Element | null, b: Element): boolean {
  return (
    a instanceof HTMLInputElement &&
    b instanceof HTMLInputElement &&
    a.type === "radio" &&
    a.name !== "" &&
    a.name === b.name
  );
}
