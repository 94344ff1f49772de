// What is sent has been seen: a default far below the fold is shown before it counts as an answer.

import type { Card } from "./card";
import { cardElement } from "./focus";

/** Controls that have been on the screen. */
const seen = new WeakSet<Element>();
/** So much of a control that is larger than the window must be in view. */
const ENOUGH_PX = 40;

export function watchSight(): void {
  let planned = false;
  const plan = () => {
    if (planned) return;
    planned = true;
    requestAnimationFrame(() => {
      planned = false;
      for (const card of document.querySelectorAll(".card")) look(card);
    });
  };
  document.addEventListener("scroll", plan, { capture: true, passive: true });
  addEventListener("resize", plan);
}

/** Shows the first thing that would be sent unseen; false if there is none. */
export function showUnseen(card: Card): boolean {
  const element = cardElement(card);
  if (!element) return false;
  look(element);
  const unseen = holders(element).find((one) => !seen.has(one));
  if (!unseen) return false;
  unseen.scrollIntoView({ block: "center" });
  const control = unseen.matches("label") ? unseen.querySelector<HTMLElement>("input") : (unseen as HTMLElement);
  control?.focus({ preventScroll: true });
  look(element);
  return true;
}

/** Brings what was just chosen by a key into view, at once: the next key may be the Enter that sends it. */
export function showChosen(card: Card, value: string): void {
  const input = [...(cardElement(card)?.querySelectorAll<HTMLInputElement>(".option input") ?? [])].find(
    (one) => one.value === value,
  );
  const option = input?.closest("label");
  if (option && !isInView(option)) option.scrollIntoView({ block: "center" });
}

function look(card: Element): void {
  for (const one of holders(card)) if (isInView(one)) seen.add(one);
}

/** What holds a part of the answer: chosen options, and fields with something in them. */
function holders(card: Element): Element[] {
  const fields = [
    ...card.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      ".card-body :is(input, textarea, select)",
    ),
  ];
  return fields
    .filter((field) => !field.closest(".modes") && !field.disabled)
    .filter((field) =>
      field instanceof HTMLInputElement && ["radio", "checkbox"].includes(field.type)
        ? field.checked
        : field.value !== "",
    )
    .map((field) => field.closest("label.option") ?? field);
}

function isInView(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const top = document.querySelector(".top")?.getBoundingClientRect().bottom ?? 0;
  const foot = element.closest(".card")?.querySelector(".card-foot")?.getBoundingClientRect();
  const bottom = Math.min(innerHeight, foot && foot.top > top ? foot.top : innerHeight);
  const visible = Math.min(box.bottom, bottom) - Math.max(box.top, top);
  return visible >= Math.min(box.height / 2, ENOUGH_PX);
}
