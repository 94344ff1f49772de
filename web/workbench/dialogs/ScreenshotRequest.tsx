// A question that is answered with images, or with words why not.

import { t } from "../strings";
import { enter, type Card } from "./card";
import { Images } from "./Images";
import { Question } from "./Question";

export function ScreenshotRequest({ card }: { card: Card }) {
  return (
    <>
      <Question card={card} />
      <Images card={card} large />
      <label class="field">
        <span>{t("screenshot.text")}</span>
        <textarea
          rows={2}
          data-main
          value={card.draft.value.text ?? ""}
          onInput={(event) => enter(card, { text: event.currentTarget.value })}
        />
      </label>
    </>
  );
}
