// A question that is answered with text.

import { t } from "../strings";
import { enter, type Card } from "./card";
import { flag, number, text } from "./parameters";
import { Question } from "./Question";

export function TextInput({ card }: { card: Card }) {
  const request = card.request.value;
  const code = flag(request, "expectsCode");
  const value = card.draft.value.text ?? "";
  const most = number(request, "maxLength") ?? 10_000;
  const length = [...value].length;
  return (
    <>
      <Question card={card} />
      <label class="field">
        <span class="visually-hidden">{t("text.answer")}</span>
        <textarea
          rows={code ? 8 : 4}
          class={code ? "code" : ""}
          data-main
          data-initial
          spellcheck={!code}
          placeholder={text(request, "placeholder")}
          required={flag(request, "required", true)}
          value={value}
          onInput={(event) => enter(card, { text: event.currentTarget.value })}
          onKeyDown={(event) => code && insertTab(event)}
        />
      </label>
      {length > most * 0.8 && <p class={`hint ${length > most ? "over" : ""}`}>{t("text.length", { length, most })}</p>}
    </>
  );
}

/** In code Tab is text; Shift+Tab still leaves the field. */
function insertTab(event: KeyboardEvent): void {
  if (event.key !== "Tab" || event.shiftKey || event.ctrlKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  // The only way that keeps the browser's undo.
  document.execCommand("insertText", false, "\t");
}
