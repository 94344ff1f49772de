// Where the focus is: it moves into a card, goes from place to place, and returns when the card closes.

import { cards, openCards } from "../state";
import { isCalm } from "./calm";
import { guard, type Card } from "./card";

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
export function focusCard(card: Card, scroll = true): void {
  const element = cardElement(card);
  if (!element) return;
  const first =
    element.querySelector<HTMLElement>("input[type=radio][data-initial]:checked") ??
    element.querySelector<HTMLElement>("[data-initial]:not(:disabled)") ??
    element.querySelector<HTMLElement>(".card-body :is(textarea, input, select)") ??
    element;
  // The question is read before it is answered: its beginning stays in view.
  first.focus({ preventScroll: true });
  if (!scroll) return;
  element.scrollIntoView({ block: element.offsetHeight > innerHeight - 120 ? "start" : "nearest" });
}

/** From question to question, then to the list of those that wait, and to the navigation. */
export function nextPlace(step: number): void {
  const queue = document.querySelector<HTMLElement>(".queue button");
  const navigation = document.querySelector<HTMLElement>("nav a[aria-current]");
  const places: { holds: (active: Element) => boolean; go: () => void }[] = [
    ...openCards.value.filter(isOpen).map((card) => ({
      holds: (active: Element) => cardElement(card)?.contains(active) === true,
      go: () => focusCard(card),
    })),
    ...(queue ? [{ holds: (active: Element) => active.closest(".queue") !== null, go: () => queue.focus() }] : []),
    ...(navigation
      ? [{ holds: (active: Element) => active.closest("header") !== null, go: () => navigation.focus() }]
      : []),
  ];
  const active = document.activeElement;
  const current = active === null ? -1 : places.findIndex((place) => place.holds(active));
  const index = current < 0 ? (step > 0 ? 0 : places.length - 1) : current + step;
  places[(index + places.length) % places.length]?.go();
}

/** When a card closes: back where the focus came from, else to the next card, else to the page. */
export function returnFocus(card: Card): void {
  const active = document.activeElement;
  if (active !== null && active !== document.body && active.isConnected && !cardElement(card)?.contains(active)) return;
  const next = openCards.value.find((one) => one !== card && isOpen(one));
  const from = card.cameFrom;
  if (next) {
    guard(next);
    // A page that scrolls by itself would put something else under the pointer.
    focusCard(next, isCalm());
  } else if (from instanceof HTMLElement && from.isConnected && from !== document.body)
    from.focus({ preventScroll: true });
  else document.getElementById("main")?.focus({ preventScroll: true });
}

const isOpen = (card: Card): boolean => ["open", "sending", "failed"].includes(card.phase.value.name);
