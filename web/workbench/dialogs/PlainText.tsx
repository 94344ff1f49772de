// The last resort when a card cannot be shown as it should: everything as text, and a text box.

import { t } from "../strings";
import type { Draft } from "../wire";
import { enter, type Card } from "./card";
import { asLines, fieldsOf, type Field } from "./fields";
import { inWords } from "./form";
import { isChoice } from "./keys";
import { options, question, text } from "./parameters";

export function PlainText({ card }: { card: Card }) {
  const request = card.request.value;
  const parts = [
    question(request),
    text(request, "description"),
    text(request, "warning"),
    text(request, "visual_output"),
    text(request, "plan"),
  ];
  const draft = card.draft.value;
  const chosen = draft.inWords ? [] : (draft.choices ?? [draft.choice]);
  const choices = options(request).map((one) => `${chosen.includes(one.value) ? "✓ " : ""}${one.value}: ${one.label}`);
  const images = (draft.attachments ?? []).map((one) => one.name);
  const fields = fieldsOf(request.answerSchema);
  const { value, entered } = textOf(card, fields);
  return (
    <>
      <p class="hint">{t("card.plain")}</p>
      <pre id={`about-${card.id}`} class="plain-text">
        {[...parts, ...choices, ...images].filter(Boolean).join("\n\n")}
      </pre>
      {request.dialogType !== "confirm" && (
        <label class="field">
          <span>{t("text.answer")}</span>
          {fields.length > 1 && (
            <span class="hint">
              {t("card.plainFields", { fields: fields.map((field) => `${field.name}: …`).join(", ") })}
            </span>
          )}
          <textarea
            rows={4}
            class="plain-answer"
            data-main
            data-initial
            value={value}
            onInput={(event) => enter(card, entered(event.currentTarget.value))}
            // Several fields are several lines, so Enter belongs to the text.
            onKeyDown={(event) =>
              fields.length > 1 && event.key === "Enter" && !event.ctrlKey && event.stopPropagation()
            }
          />
        </label>
      )}
    </>
  );
}

/** Which part of the draft the text is. */
function textOf(card: Card, fields: Field[]): { value: string; entered: (text: string) => Draft } {
  const draft = card.draft.value;
  if (isChoice(card)) return { value: draft.words ?? "", entered: inWords };
  if (fields.length > 0) return { value: asLines(fields, draft), entered: (plain) => ({ plain }) };
  return { value: draft.text ?? "", entered: (given) => ({ text: given }) };
}
