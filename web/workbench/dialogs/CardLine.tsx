// A card that is over: one line in its place, with the way back while there is one.

import { oneLine } from "../markdown/nodes";
import { t } from "../strings";
import { undo, type Card, type Phase } from "./card";
import { question, text } from "./parameters";

type Over = Extract<Phase, { name: "held" | "delivered" | "closed" }>;

export function CardLine({ card, phase }: { card: Card; phase: Over }) {
  const request = card.request.value;
  const height = card.space.value > 0 ? { minHeight: `${card.space.value}px` } : {};
  return (
    <section
      id={`card-${card.id}`}
      class={`card line is-${phase.name}`}
      data-dialog={card.id}
      data-phase={phase.name}
      style={height}
      aria-labelledby={`title-${card.id}`}
    >
      <div class="card-line">
        {phase.name !== "closed" && <Tick />}
        <p id={`title-${card.id}`} class="line-text">
          <strong>{words(card, phase)}</strong>{" "}
          <span class="line-question">{text(request, "title") || oneLine(question(request)).slice(0, 90)}</span>
        </p>
        {phase.name === "held" && <Undo card={card} />}
      </div>
    </section>
  );
}

export function Undo({ card, small = false }: { card: Card; small?: boolean }) {
  return (
    <button
      type="button"
      class={small ? "quiet small" : ""}
      data-undo
      aria-keyshortcuts="Control+Z"
      onClick={() => undo(card)}
    >
      {t("card.undo")}
    </button>
  );
}

export function words(card: Card, phase: Over): string {
  if (phase.name === "closed") return phase.words;
  if (phase.name === "delivered") return t("card.delivered");
  return t(phase.mine ? card.done : "card.closed.page");
}

function Tick() {
  return (
    <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
      <path
        d="M5 13l4.5 4.5L19 7.5"
        fill="none"
        stroke="currentColor"
        stroke-width="2.5"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
