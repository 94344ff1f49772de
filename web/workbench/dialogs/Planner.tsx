// The planner: a decision with options, free text, images, and the mode of thinking.

import { Markdown } from "../markdown/Markdown";
import { changeSettings, settings } from "../state";
import { t } from "../strings";
import type { ThinkingMode } from "../wire";
import { enter, type Card } from "./card";
import { OptionList } from "./Choices";
import { Images } from "./Images";
import { options, text } from "./parameters";
import { Question } from "./Question";

const MODES: ThinkingMode[] = ["quick", "normal", "deep", "ultra"];

export function Planner({ card }: { card: Card }) {
  const request = card.request.value;
  const plan = text(request, "plan");
  const shown = text(request, "visual_output");
  const suggested = text(request, "default_action");
  const all = options(request);
  return (
    <>
      <Question card={card} />
      {shown && <Markdown text={shown} class="visual-output" />}
      {plan && (
        <details class="plan" open>
          <summary>{t("planner.plan")}</summary>
          <Markdown text={plan} />
        </details>
      )}
      {suggested && !all.some((one) => one.value === suggested) && (
        <p class="suggested">
          <strong>{t("planner.suggested")}</strong> {suggested}
        </p>
      )}
      {all.length > 0 && <OptionList card={card} kind="radio" legend={t("planner.options")} />}
      <label class="field">
        <span>{t(all.length > 0 ? "planner.more" : "planner.text")}</span>
        <textarea
          rows={3}
          data-main
          data-initial={all.length === 0 ? "" : undefined}
          value={card.draft.value.text ?? ""}
          onInput={(event) => enter(card, { text: event.currentTarget.value })}
        />
      </label>
      <Images card={card} />
      <fieldset class="modes">
        <legend>{t("planner.mode")}</legend>
        {MODES.map((mode) => (
          <label key={mode} class={settings.value.thinkingMode === mode ? "on" : ""}>
            <input
              type="radio"
              name={`mode-${card.id}`}
              value={mode}
              checked={settings.value.thinkingMode === mode}
              onChange={() => changeSettings({ thinkingMode: mode })}
            />
            {t(`mode.${mode}`)}
          </label>
        ))}
      </fieldset>
    </>
  );
}
