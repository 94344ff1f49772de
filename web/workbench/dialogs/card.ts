// One question on the page: what was asked, what has been entered, and how far it is.

import { signal, type Signal } from "@preact/signals";
import { send } from "../socket";
import { announcement, autoSubmit, cards, settings, tell } from "../state";
import { t } from "../strings";
import type { DialogRequest, Draft, Intent, ResponseData } from "../wire";
import { answer, extras, hasDefault, initialDraft, isEntered } from "./answer";
import { isCalm, whenCalm } from "./calm";
import { cardElement, focusCard, returnFocus } from "./focus";
import { forgetDraft, localDraft, saveDraft } from "./draft";
import { isDangerous } from "./parameters";

export type Phase =
  | { name: "open" }
  | { name: "sending" }
  /** The human has acted, here or on another page, and may still undo it. */
  | { name: "held"; mine: boolean }
  | { name: "delivered" }
  /** Over without an act of this page. */
  | { name: "closed"; words: string }
  /** Why the answer was not taken; everything entered is still there. */
  | { name: "failed"; reason: string };

export interface Card {
  id: string;
  request: Signal<DialogRequest>;
  draft: Signal<Draft>;
  phase: Signal<Phase>;
  /** A small question inside the card: really discard, or why declined. */
  panel: Signal<"none" | "discard" | "decline">;
  remember: Signal<boolean>;
  /** Seconds until the pre-selected default is submitted; null when no countdown runs. */
  countdown: Signal<number | null>;
  /** While true all input is ignored. */
  guarded: Signal<boolean>;
  guardTimer: ReturnType<typeof setTimeout> | undefined;
  /** Where the focus was before the card took it. */
  cameFrom: Element | null;
  /** The answer under way, sent again when the connection comes back. */
  sent: { data: ResponseData; auto: boolean } | null;
  /** What the act under way is called, once it is done. */
  done: "card.answered" | "card.cancelled" | "card.declined";
  /** The height that a card which is over keeps, so that the next one does not move under a hand. */
  space: Signal<number>;
  /** The height of the card when the human acted. */
  height: number;
}

const GUARD_MS = 500;
/** Refusals after which there is nothing left to answer. */
const ENDED = ["Already answered", "Expired", "Unknown dialog"];
/** How long "delivered" stays to be read. */
const DELIVERED_MS = 1_400;
/** How long the reason stays why a card is gone. */
const CLOSED_MS = 4_000;
/** The height of a card that is one line. */
const LINE_PX = 56;

export function makeCard(request: DialogRequest): Card {
  const draft = localDraft(request.requestId) ?? (request.draft as Draft | null);
  const card: Card = {
    id: request.requestId,
    request: signal(request),
    draft: signal({ ...initialDraft(request), ...draft }),
    phase: signal<Phase>({ name: "open" }),
    panel: signal<"none" | "discard" | "decline">("none"),
    remember: signal(false),
    countdown: signal<number | null>(null),
    guarded: signal(false),
    guardTimer: undefined,
    cameFrom: null,
    sent: null,
    done: "card.answered",
    space: signal(0),
    height: 0,
  };
  if (request.undo_ms !== undefined) card.phase.value = { name: "held", mine: false };
  if (draft === null && autoSubmit.value > 0 && hasDefault(request)) card.countdown.value = autoSubmit.value;
  return card;
}

/** Called once the card is on the screen. */
export function displayed(card: Card): void {
  if (isDangerous(card.request.value)) guard(card);
  if (card.request.value.state === "PENDING") send({ type: "dialog-displayed", requestId: card.id });
}

/** A hand on its way to something else must not answer. */
export function guard(card: Card): void {
  card.guarded.value = true;
  clearTimeout(card.guardTimer);
  card.guardTimer = setTimeout(() => (card.guarded.value = false), GUARD_MS);
}

/** Changes what is entered. */
export function enter(card: Card, change: Draft): void {
  card.draft.value = { ...card.draft.value, ...change };
  if (card.phase.value.name === "failed") card.phase.value = { name: "open" };
  saveDraft(card.id, card.draft.value);
}

export const mayAct = (card: Card): boolean => ["open", "failed"].includes(card.phase.value.name);

export function submit(card: Card, manner: { intent?: Intent; confirmed?: boolean; auto?: boolean } = {}): void {
  if (!mayAct(card)) return;
  const outcome = answer(card.request.value, card.draft.value, {
    thinkingMode: settings.value.thinkingMode,
    intent: manner.intent ?? "execute",
    ...(manner.confirmed === undefined ? {} : { confirmed: manner.confirmed }),
  });
  if ("problem" in outcome) {
    const reason = t(outcome.problem, outcome.values);
    card.phase.value = { name: "failed", reason };
    announcement.value = reason;
    return;
  }
  card.done = "card.answered";
  respond(card, outcome.data, manner.auto === true);
}

/** Escape and the Cancel button: asks first if something was entered. */
export function cancel(card: Card): void {
  if (!mayAct(card)) return;
  if (isEntered(card.request.value, card.draft.value) && card.panel.value !== "discard") {
    card.panel.value = "discard";
    return;
  }
  card.done = "card.cancelled";
  respond(card, { cancelled: true, ...extras(card.draft.value) }, false);
}

export function decline(card: Card, reason: string): void {
  if (!mayAct(card)) return;
  const comment = reason.trim() ? { comment: reason } : {};
  card.done = "card.declined";
  respond(card, { declined: true, ...extras(card.draft.value), ...comment }, false);
}

function respond(card: Card, data: ResponseData, auto: boolean): void {
  card.height = cardElement(card)?.offsetHeight ?? 0;
  card.panel.value = "none";
  card.countdown.value = null;
  card.phase.value = { name: "sending" };
  card.sent = { data, auto };
  resend(card);
}

/** Without a connection the answer waits in the card. */
export function resend(card: Card): void {
  if (card.sent === null || card.phase.value.name !== "sending") return;
  send({
    type: "dialog-response",
    requestId: card.id,
    data: card.sent.data,
    ...(card.remember.value ? { remember: true as const } : {}),
    ...(card.sent.auto ? { auto: true as const } : {}),
    ...(settings.value.undoSeconds > 0 ? { undo_ms: settings.value.undoSeconds * 1_000 } : {}),
  });
}

/** The server's word on the answer. */
export function acknowledged(card: Card, error: string | null, undoMs?: number): void {
  card.sent = null;
  if (error !== null && ENDED.includes(error)) {
    close(card, t(`failure.${error}`), "warning");
    return;
  }
  if (error !== null) {
    card.phase.value = { name: "failed", reason: t(`failure.${error}`, {}, error) };
    announcement.value = card.phase.value.reason;
    return;
  }
  if (undoMs === undefined) delivered(card);
  else hold(card, true);
}

/** The act is on disk and counts in a moment. */
export function hold(card: Card, mine: boolean): void {
  if (card.phase.value.name === "held") return;
  collapse(card, { name: "held", mine });
  if (mine) announcement.value = t("card.undoable", { done: t(card.done) });
}

/** The human wants to go back to the question. */
export function undo(card: Card): void {
  if (card.phase.value.name === "held") send({ type: "dialog-undo", requestId: card.id });
}

/** The act was undone: everything is as it was before. */
export function reopen(card: Card): void {
  if (card.phase.value.name !== "held") return;
  const mine = card.phase.value.mine;
  card.phase.value = { name: "open" };
  card.space.value = card.height = 0;
  if (!mine) return;
  announcement.value = t("card.undone");
  requestAnimationFrame(() => focusCard(card));
}

/** The agent has it, or will find it. */
export function delivered(card: Card): void {
  if (card.phase.value.name === "delivered") return;
  collapse(card, { name: "delivered" });
  announcement.value = t("card.delivered");
  forgetDraft(card.id);
  setTimeout(() => whenCalm(() => remove(card)), DELIVERED_MS);
}

/** Over without an act of this page. The words stay where the card was, to be read. */
export function close(card: Card, words: string, tone: "info" | "warning" = "info"): void {
  tell(words, tone);
  forgetDraft(card.id);
  collapse(card, { name: "closed", words });
  setTimeout(() => whenCalm(() => remove(card)), CLOSED_MS);
}

/** The card becomes one line, and what stands below it stays where it is until no hand is near. */
function collapse(card: Card, phase: Phase): void {
  const before = card.height || (cardElement(card)?.offsetHeight ?? 0);
  const wasOver = !["open", "sending", "failed"].includes(card.phase.value.name);
  card.panel.value = "none";
  card.countdown.value = null;
  card.phase.value = phase;
  if (wasOver) return;
  if (!isCalm()) keepPlace(card, before);
  // The card is done: the focus goes on.
  returnFocus(card);
}

/** Holds the height that the page cannot give back by scrolling. */
function keepPlace(card: Card, before: number): void {
  const scrolled = Math.min(window.scrollY, Math.max(0, before - LINE_PX));
  card.space.value = before - scrolled;
  requestAnimationFrame(() => window.scrollBy({ top: -scrolled, behavior: "instant" }));
  whenCalm(() => (card.space.value = 0));
}

export function remove(card: Card): void {
  forgetDraft(card.id);
  cards.value = cards.value.filter((one) => one !== card);
}

/** Any key or click of the human ends every countdown. */
export function stopCountdowns(): void {
  for (const card of cards.value) if (card.countdown.value !== null) card.countdown.value = null;
}
