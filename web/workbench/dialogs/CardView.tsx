// The frame around every question: who asks, what was asked, and the ways to end it.

import { useEffect, useLayoutEffect } from "preact/hooks";
import { connection, now, settings } from "../state";
import { age, t } from "../strings";
import { cancel, displayed, guard, mayAct, submit, type Card } from "./card";
import { Comment, Discard, Decline, QuickReplies, Remember, SubmitButtons } from "./controls";
import { CardLine } from "./CardLine";
import { focusCard, humanIsBusy, returnFocus } from "./focus";
import { isDangerous, text } from "./parameters";
import { SafeBody } from "./SafeBody";

export function CardView({ card }: { card: Card }) {
  // Before the first paint: the guard must be up when a hand could reach the card.
  useLayoutEffect(() => {
    displayed(card);
    const from = document.activeElement;
    if (settings.value.autoFocus && !humanIsBusy() && document.querySelector("dialog[open]") === null) {
      card.cameFrom = from;
      guard(card);
      focusCard(card);
    }
    return () => returnFocus(card);
  }, [card]);
  useCountdown(card);
  const request = card.request.value;
  const phase = card.phase.value;
  const dangerous = isDangerous(request);
  if (phase.name === "held" || phase.name === "delivered" || phase.name === "closed")
    return <CardLine card={card} phase={phase} />;
  return (
    <section
      id={`card-${card.id}`}
      class={`card ${dangerous ? "dangerous" : ""} is-${phase.name}`}
      role={dangerous ? "alertdialog" : "dialog"}
      aria-labelledby={`title-${card.id}`}
      aria-describedby={`about-${card.id}`}
      data-dialog={card.id}
      data-phase={phase.name}
      data-guarded={card.guarded.value ? "" : undefined}
      tabIndex={-1}
    >
      <Head card={card} />
      <SafeBody card={card} />
      <Foot card={card} />
    </section>
  );
}

function Head({ card }: { card: Card }) {
  const request = card.request.value;
  const title = text(request, "title") || t(`tool.${request.dialogType}`, {}, request.tool);
  return (
    <header class="card-head">
      <h2 id={`title-${card.id}`}>{title}</h2>
      <p class="labels">
        {request.project && <span class="label project">{request.project}</span>}
        {request.asker && <span class="label asker">{request.asker}</span>}
        {request.session_label && <span class="label">{request.session_label}</span>}
        <span class="label tool">{request.tool}</span>
        {request.unverified && <span class="label warning">{t("card.unverified")}</span>}
        <time dateTime={request.timestamp}>{age(now.value - Date.parse(request.timestamp))}</time>
        <span class={`waiting ${request.agent_waiting ? "yes" : "no"}`}>
          {t(request.agent_waiting ? "card.waiting" : "card.notWaiting")}
        </span>
      </p>
    </header>
  );
}

function Foot({ card }: { card: Card }) {
  const phase = card.phase.value;
  const panel = card.panel.value;
  const open = mayAct(card);
  return (
    <>
      {panel === "none" && <QuickReplies card={card} />}
      {panel === "none" && <Comment card={card} />}
      <footer class="card-foot">
        {card.countdown.value !== null && (
          <p class="countdown" role="timer">
            {t("card.countdown", { seconds: card.countdown.value })}
          </p>
        )}
        {panel === "discard" && <Discard card={card} />}
        {panel === "decline" && <Decline card={card} />}
        {panel === "none" && (
          <div class="actions">
            <div class="ends">
              <button type="button" class="quiet" disabled={!open} onClick={() => cancel(card)}>
                {t("card.cancel")}
              </button>
              <button type="button" class="quiet" disabled={!open} onClick={() => (card.panel.value = "decline")}>
                {t("card.decline")}
              </button>
              <Remember card={card} />
            </div>
            {phase.name === "sending" && (
              <p class="sending" role="status">
                {t(connection.value === "online" ? "card.sending" : "card.sendLater")}
              </p>
            )}
            {phase.name === "failed" && (
              <p class="problem" role="alert">
                {phase.reason}
              </p>
            )}
            <SubmitButtons card={card} />
          </div>
        )}
      </footer>
    </>
  );
}

/** The countdown of auto-submit; anything the human does has already ended it. */
function useCountdown(card: Card): void {
  const running = card.countdown.value !== null;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      const left = card.countdown.value;
      if (left === null) return;
      if (left > 1) card.countdown.value = left - 1;
      else submit(card, { intent: "plan", auto: true });
    }, 1_000);
    return () => clearInterval(timer);
  }, [card, running]);
}
