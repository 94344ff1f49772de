// One question on the page: what was asked, what has been entered, and how far it is.

import { signal, type Signal } from "@preact/signals";
import { send } from "../socket";
import { announcement, autoSubmit, cards, settings, tell } from "../state";
import { t } from "../strings";
import type { DialogRequest, Draft, Intent, ResponseData } from "../wire";
import { answer, extras, hasDefault, initialDraft, isEntered } from "./answer";
import { returnFocus } from "./focus";
import { forgetDraft, localDraft, saveDraft } from "./draft";
import { isDangerous } from "./parameters";

export type Phase =
  | { name: "open" }
  | { name: "sending" }
  | { name: "delivered" }
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
}

const GUARD_MS = 500;
/** Refusals after which there is nothing left to answer. */
const ENDED = ["Already answered", "Expired", "Unknown dialog"];
/** How long "delivered" stays to be read. */
const DELIVERED_MS = 1_400;

export function makeCard(request: DialogRequest): Card {
  const draft = localDraft(request.requestId) ?? request.draft ?? null;
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
  };
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
  respond(card, outcome.data, manner.auto === true);
}

/** Escape and the Cancel button: asks first if something was entered. */
export function cancel(card: Card): void {
  if (!mayAct(card)) return;
  if (isEntered(card.request.value, card.draft.value) && card.panel.value !== "discard") {
    card.panel.value = "discard";
    return;
  }
  respond(card, { cancelled: true, ...extras(card.draft.value) }, false);
}

export function decline(card: Card, reason: string): void {
  if (!mayAct(card)) return;
  const comment = reason.trim() ? { comment: reason } : {};
  respond(card, { declined: true, ...extras(card.draft.value), ...comment }, false);
}

function respond(card: Card, data: ResponseData, auto: boolean): void {
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
  });
}

/** The server's word on the answer. */
export function acknowledged(card: Card, error: string | null): void {
  card.sent = null;
  if (error !== null && ENDED.includes(error)) {
    remove(card);
    tell(t(`failure.${error}`), "warning");
    return;
  }
  if (error !== null) {
    card.phase.value = { name: "failed", reason: t(`failure.${error}`, {}, error) };
    announcement.value = card.phase.value.reason;
    return;
  }
  card.phase.value = { name: "delivered" };
  announcement.value = t("card.delivered");
  forgetDraft(card.id);
  // The card is done: the focus goes on before it disappears.
  returnFocus(card);
  setTimeout(() => remove(card), DELIVERED_MS);
}

export function remove(card: Card): void {
  forgetDraft(card.id);
  cards.value = cards.value.filter((one) => one !== card);
}

/** Any key or click of the human ends every countdown. */
export function stopCountdowns(): void {
  for (const card of cards.value) if (card.countdown.value !== null) card.countdown.value = null;
}
