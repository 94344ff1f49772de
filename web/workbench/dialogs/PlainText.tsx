// The last resort when a card cannot be shown as it should: everything as text, and a text box.

import { t } from "../strings";
import type { Draft } from "../wire";
import { enter, type Card } from "./card";
import { fieldsOf } from "./fields";
import { isChoice } from "./keys";
import { options, question, text } from "./parameters";

export function PlainText({ card }: { card: Card }) {
  const request = card.request.value;
  const parts = [question(request), text(request, "description"), text(request, "warning"), text(request, "visual_output"), text(request, "plan")];
  const choices = options(request).map((one) => `${one.value}: ${one.label}`);
  const fields = fieldsOf(request.answerSchema);
  const { value, entered } = textOf(card, fields.length > 0);
  return (
    <div class="card-body">
      <p class="hint">{t("card.plain")}</p>
      <pre id={`about-${card.id}`} class="plain-text">
        {[...parts, ...choices].filter(Boolean).join("\n\n")}
      </pre>
      {request.dialogType !== "confirm" && (
        <label class="field">
          <span>{t("text.answer")}</span>
          {fields.length > 1 && <span class="hint">{t("card.plainFields", { fields: fields.map((field) => `${field.name}: …`).join(", ") })}</span>}
          <textarea
            rows={4}
            class="plain-answer"
            data-main
            data-initial
            value={value}
            onInput={(event) => enter(card, entered(event.currentTarget.value))}
            // Several fields are several lines, so Enter belongs to the text.
            onKeyDown={(event) => fields.length > 1 && event.key === "Enter" && !event.ctrlKey && event.stopPropagation()}
          />
        </label>
      )}
    </div>
  );
}

/** Which part of the draft the text is. */
function textOf(card: Card, hasFields: boolean): { value: string; entered: (text: string) => Draft } {
  const draft = card.draft.value;
  if (isChoice(card)) return { value: draft.words ?? "", entered: (words) => ({ inWords: true, words }) };
  if (hasFields) return { value: draft.plain ?? "", entered: (plain) => ({ plain }) };
  return { value: draft.text ?? "", entered: (given) => ({ text: given }) };
}
