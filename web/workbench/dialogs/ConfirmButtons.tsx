// Yes and No. What cannot be undone takes two touches on a screen that is touched.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import { mayAct, submit, type Card } from "./card";
import { flag, isDangerous, text } from "./parameters";

/** How long the first touch waits for the second. */
const ARMED_MS = 4_000;
/** Two touches faster than this are one nervous one. */
const APART_MS = 300;

export function ConfirmButtons({ card }: { card: Card }) {
  const request = card.request.value;
  const off = !mayAct(card);
  const dangerous = isDangerous(request);
  const onNo = dangerous || flag(request, "defaultToNo");
  const yes = useSecondTouch(() => submit(card, { confirmed: true }), dangerous);
  const yesLabel = text(request, "yesLabel") || t("confirm.yes");
  return (
    <div class={`submits ${dangerous ? "safe-first" : ""}`}>
      <button
        type="button"
        class={onNo ? "primary calm" : ""}
        disabled={off}
        data-no
        data-initial={onNo ? "" : undefined}
        onClick={() => submit(card, { confirmed: false })}
      >
        {text(request, "noLabel") || t("confirm.no")} <kbd aria-hidden="true">N</kbd>
      </button>
      <button
        type="button"
        class={dangerous ? "danger" : "primary"}
        disabled={off}
        data-yes
        data-armed={yes.armed ? "" : undefined}
        data-initial={onNo ? undefined : ""}
        onPointerDown={yes.down}
        onClick={yes.click}
      >
        {yes.armed ? t("confirm.again", { yes: yesLabel }) : yesLabel} <kbd aria-hidden="true">Y</kbd>
      </button>
    </div>
  );
}

/** A click acts at once, unless it comes from a finger on something dangerous: then the second one acts. */
function useSecondTouch(act: () => void, dangerous: boolean) {
  const [armed, setArmed] = useState(false);
  const touched = useRef(false);
  const armedAt = useRef(0);
  useEffect(() => {
    if (!armed) return;
    const timer = setTimeout(() => setArmed(false), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);
  return {
    armed,
    down: (event: PointerEvent) => (touched.current = event.pointerType !== "mouse"),
    click: () => {
      const byTouch = touched.current;
      touched.current = false;
      if (!dangerous || !byTouch) return act();
      if (!armed) {
        armedAt.current = performance.now();
        setArmed(true);
      } else if (performance.now() - armedAt.current >= APART_MS) {
        act();
      }
    },
  };
}
