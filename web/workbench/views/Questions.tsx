// All questions of all agents: open cards, those that wait, and a place for notes when nobody asks.

import { signal } from "@preact/signals";
import { Undo, words } from "../dialogs/CardLine";
import { CardView } from "../dialogs/CardView";
import { cancel } from "../dialogs/card";
import { question, text } from "../dialogs/parameters";
import { oneLine } from "../markdown/nodes";
import { send } from "../socket";
import { cards, connection, notes, now, openCards, queuedCards } from "../state";
import { age, t } from "../strings";
import { Lamp } from "./Lamp";

export function Questions() {
  const none = cards.value.length === 0;
  return (
    <>
      <h1 class="visually-hidden">{t("nav.questions")}</h1>
      {none && <Quiet />}
      <div class="board">
        <div class="cards">
          {openCards.value.map((card) => (
            <CardView key={card.id} card={card} />
          ))}
        </div>
        {queuedCards.value.length > 0 && <Queue />}
      </div>
      {!none && <p class="hint keys-hint">{t("questions.keys")}</p>}
    </>
  );
}

function Queue() {
  return (
    <aside class="queue" aria-labelledby="queue-title">
      <h2 id="queue-title">
        {t("questions.queue")} <span class="count">{queuedCards.value.length}</span>
      </h2>
      <ol>
        {queuedCards.value.map((card) => {
          const request = card.request.value;
          const phase = card.phase.value;
          const isOver = phase.name === "held" || phase.name === "delivered" || phase.name === "closed";
          return (
            <li key={card.id} data-queued={card.id} value={request.position}>
              <p class="queued-title">{text(request, "title") || oneLine(question(request)).slice(0, 90)}</p>
              <p class="labels">
                {request.project && <span class="label project">{request.project}</span>}
                {request.asker && <span class="label asker">{request.asker}</span>}
                <span>{age(now.value - Date.parse(request.timestamp))}</span>
                <span class="visually-hidden">{t("questions.position", { position: request.position })}</span>
              </p>
              <p class="queued-acts" hidden={!isOver}>
                {isOver && <strong>{words(card, phase)}</strong>}
                {phase.name === "held" && <Undo card={card} small />}
              </p>
              <p class="queued-acts" hidden={isOver}>
                <button
                  type="button"
                  class="quiet small"
                  onClick={() => send({ type: "dialog-pick", requestId: card.id })}
                >
                  {t("questions.pick")}
                </button>
                <button type="button" class="quiet small" onClick={() => cancel(card)}>
                  {t("questions.cancel")}
                </button>
              </p>
            </li>
          );
        })}
      </ol>
    </aside>
  );
}

/** What was begun stays when a question comes in between. */
const begun = signal("");

function Quiet() {
  const note = begun.value;
  const add = () => {
    if (note.trim() && send({ type: "note-add", text: note })) begun.value = "";
  };
  return (
    <section class="empty">
      <Lamp />
      {/* Without a connection nobody knows whether an agent asks. */}
      {connection.value === "online" && (
        <>
          <h2>{t("questions.none")}</h2>
          <p>{t("questions.noneText")}</p>
        </>
      )}
      {connection.value === "online" && (
        <div class="note">
          <label class="field">
            <span>{t("note.title")}</span>
            <span class="hint">{t("note.text")}</span>
            <textarea
              rows={3}
              name="note"
              value={note}
              onInput={(event) => (begun.value = event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
                event.preventDefault();
                add();
              }}
            />
          </label>
          <button type="button" disabled={!note.trim()} onClick={add}>
            {t("note.add")}
          </button>
          {notes.value.length > 0 && (
            <ul class="notes" aria-label={t("note.waiting")}>
              {notes.value.map((one) => (
                <li key={one.id}>
                  <span>{one.text}</span>
                  <button
                    type="button"
                    class="quiet small"
                    aria-label={`${t("note.remove")}: ${one.text}`}
                    onClick={() => send({ type: "note-remove", id: one.id })}
                  >
                    ×
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
