// The keyboard: everything a card can do, without a mouse. Letters and digits never act inside text fields.

import { cards, changeSettings, openCards, view } from "../state";
import type { Intent, ThinkingMode } from "../wire";
import { isStray, watchHands } from "./calm";
import { cancel, enter, mayAct, stopCountdowns, submit, undo, type Card } from "./card";
import { cardElement, cardOfFocus, focusCard, nextPlace } from "./focus";
import { flag, isDangerous, options } from "./parameters";
import { showChosen, showUnseen, watchSight } from "./sight";

const MODES: Record<string, ThinkingMode> = { q: "quick", n: "normal", d: "deep", u: "ultra" };

/** Opens the list of keys. */
export function listenToKeys(help: () => void): void {
  watchHands();
  watchSight();
  document.addEventListener("keydown", (event) => onKey(event, help));
  // Capture: a guarded card must not even see the event.
  for (const type of ["keydown", "pointerdown", "mousedown", "click"] as const)
    document.addEventListener(type, guarded, true);
}

function guarded(event: Event): void {
  stopCountdowns();
  const card =
    event instanceof KeyboardEvent
      ? activeCard()
      : openCards.value.find((one) => cardElement(one)?.contains(event.target as Node));
  const isMeantForOther = !(event instanceof KeyboardEvent) && card !== undefined && isStray(event);
  if (!isMeantForOther && (card === undefined || !card.guarded.value)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

function onKey(event: KeyboardEvent, help: () => void): void {
  // 229: some input methods report their own keys without `isComposing`.
  if (event.defaultPrevented || event.isComposing || event.keyCode === 229) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "?" && !inField(event)) return take(event, help);
  if (view.value !== "questions") return;
  if (event.key === "F6") return take(event, () => nextPlace(event.shiftKey ? -1 : 1));
  if (event.ctrlKey && !event.shiftKey && event.key.toLowerCase() === "z" && !inField(event)) return undoLast(event);
  const card = activeCard();
  if (card === undefined || !mayAct(card)) return;
  if (card.panel.value !== "none") {
    if (event.key === "Escape") take(event, () => closePanel(card));
    else if (event.key === "Enter") onPanelEnter(event, card);
    return;
  }
  if (event.key === "Escape") return take(event, () => cancel(card));
  if (event.key === "Enter") return onEnter(event, card);
  if (event.altKey && !event.ctrlKey && event.code === "KeyT" && isChoice(card))
    return take(event, () => toggleWords(card));
  if (event.altKey || event.metaKey || inField(event)) return;
  if (event.ctrlKey) {
    if (event.key.toLowerCase() === "a" && card.request.value.dialogType === "multi_choice")
      take(event, () => allOrNone(card));
    return;
  }
  if (/^[1-9]$/.test(event.key)) return take(event, () => choose(card, Number(event.key) - 1));
  onLetter(event, card, event.key.toLowerCase());
}

function onLetter(event: KeyboardEvent, card: Card, key: string): void {
  const { dialogType } = card.request.value;
  if (dialogType === "planner" && key in MODES)
    return take(event, () => changeSettings({ thinkingMode: MODES[key] ?? "normal" }));
  if (dialogType !== "confirm" || event.repeat) return;
  if (key === "n") return take(event, () => submit(card, { confirmed: false }));
  if (key !== "y") return;
  // Dangerous: the letter only moves to the button, a second act presses it.
  const yes = cardElement(card)?.querySelector<HTMLElement>("[data-yes]");
  take(event, () => (isDangerous(card.request.value) ? yes?.focus() : submit(card, { confirmed: true })));
}

function onEnter(event: KeyboardEvent, card: Card): void {
  const { dialogType } = card.request.value;
  const target = event.target as HTMLElement;
  const plain = !event.ctrlKey && !event.altKey && !event.metaKey;
  if (event.repeat || (event.shiftKey && !event.ctrlKey)) return;
  // On a button or link Enter is that button; a confirmation is answered by its buttons and letters alone.
  if (plain && target.closest("button, a, summary, select")) return;
  if (dialogType === "confirm") return;
  if (plain && inField(event) && needsCtrl(card)) return;
  const intent = event.altKey ? "plan" : event.ctrlKey && event.shiftKey ? "execute_and_reopen" : "execute";
  if (intent !== "execute" && dialogType !== "planner") return;
  take(event, () => send(card, intent));
}

/** In the reason of a refusal, as in every field: Enter sends, Shift+Enter is a new line. */
function onPanelEnter(event: KeyboardEvent, card: Card): void {
  if (event.repeat || event.shiftKey || event.altKey || event.metaKey || !inField(event)) return;
  take(event, () => cardElement(card)?.querySelector<HTMLElement>(".panel [data-act]")?.click());
}

/** Submits what the human has seen; what they have not seen is shown first. */
export function send(card: Card, intent: Intent = "execute"): void {
  if (!showUnseen(card)) submit(card, { intent });
}

function undoLast(event: KeyboardEvent): void {
  const last = cards.value.filter((one) => one.phase.value.name === "held" && one.phase.value.mine).at(-1);
  if (last) take(event, () => undo(last));
}

/** Code and plans are written in several lines: Enter alone belongs to the text. */
function needsCtrl(card: Card): boolean {
  const { dialogType } = card.request.value;
  return dialogType === "planner" || (dialogType === "text_input" && flag(card.request.value, "expectsCode"));
}

export function choose(card: Card, index: number): void {
  const { dialogType } = card.request.value;
  const option = options(card.request.value)[index];
  if (option === undefined || option.disabled || card.draft.value.inWords) return;
  if (dialogType === "multi_choice") toggle(card, option.value);
  else if (dialogType === "planner" || dialogType === "single_choice") enter(card, { choice: option.value });
  else return;
  showChosen(card, option.value);
}

export function toggle(card: Card, value: string): void {
  const chosen = card.draft.value.choices ?? [];
  enter(card, { choices: chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value] });
}

export function allOrNone(card: Card): void {
  const all = options(card.request.value)
    .filter((one) => !one.disabled)
    .map((one) => one.value);
  const chosen = card.draft.value.choices ?? [];
  enter(card, { choices: chosen.length === all.length ? [] : all });
}

export function isChoice(card: Card): boolean {
  return ["single_choice", "multi_choice"].includes(card.request.value.dialogType);
}

export function toggleWords(card: Card): void {
  enter(card, { inWords: !card.draft.value.inWords });
  requestAnimationFrame(() => focusCard(card));
}

/** Back to what was being entered. */
export function closePanel(card: Card): void {
  card.panel.value = "none";
  requestAnimationFrame(() => focusCard(card));
}

/** The card with the focus; while no control has it, the first. */
function activeCard(): Card | undefined {
  const focused = cardOfFocus();
  if (focused) return focused;
  const elsewhere = document.activeElement?.closest("a, button, input, textarea, select, summary, dialog");
  return elsewhere ? undefined : openCards.value.find(mayAct);
}

function inField(event: Event): boolean {
  const target = event.target as HTMLElement;
  return (
    target.matches?.(
      "textarea, select, [contenteditable], input:not([type=radio]):not([type=checkbox]):not([type=button])",
    ) ?? false
  );
}

function take(event: Event, act: () => void): void {
  event.preventDefault();
  act();
}
