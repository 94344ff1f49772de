// The last resort when a card cannot be shown as it should: everything as text, and a text box.

import { t } from "../strings";
import { enter, type Card } from "./card";
import { isChoice } from "./keys";
import { options, question, text } from "./parameters";

export function PlainText({ card }: { card: Card }) {
  const request = card.request.value;
  const parts = [question(request), text(request, "description"), text(request, "warning"), text(request, "visual_output"), text(request, "plan")];
  const choices = options(request).map((one) => `${one.value}: ${one.label}`);
  const inWords = isChoice(card);
  const value = (inWords ? card.draft.value.words : card.draft.value.text) ?? "";
  return (
    <div class="card-body">
      <p class="hint">{t("card.plain")}</p>
      <pre id={`about-${card.id}`} class="plain-text">
        {[...parts, ...choices].filter(Boolean).join("\n\n")}
      </pre>
      {request.dialogType !== "confirm" && (
        <label class="field">
          <span>{t("text.answer")}</span>
          <textarea
            rows={4}
            data-main
            data-initial
            value={value}
            onInput={(event) => enter(card, inWords ? { inWords: true, words: event.currentTarget.value } : { text: event.currentTarget.value })}
          />
        </label>
      )}
    </div>
  );
}
