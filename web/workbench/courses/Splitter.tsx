// The edge between two panes: dragged, or moved by the arrow keys; a double click or Enter resets it.

import { t } from "../strings";
import { type PaneName, resize, widths } from "./pane_widths";

const STEP = 16;

export function Splitter({ pane, side }: { pane: PaneName; side: "left" | "right" }) {
  const { width, least, most } = widths.value[pane];
  // To the right makes a pane wider whose edge is at its right.
  const sense = side === "right" ? 1 : -1;
  const by = (pixels: number) => resize(pane, width + sense * pixels);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.shiftKey ? STEP * 4 : STEP;
    switch (event.key) {
      case "ArrowLeft":
        by(-step);
        break;
      case "ArrowRight":
        by(step);
        break;
      case "Home":
        resize(pane, least);
        break;
      case "End":
        resize(pane, most);
        break;
      case "Enter":
        resize(pane, null);
        break;
      default:
        return;
    }
    // The keys of the views must not walk the timeline meanwhile.
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.currentTarget instanceof HTMLElement)) return;
    const edge = event.currentTarget;
    // Also above the frame of the course, which would swallow it.
    edge.setPointerCapture(event.pointerId);
    const from = event.clientX;
    const move = (moved: PointerEvent) => resize(pane, width + sense * (moved.clientX - from));
    const end = () => {
      edge.removeEventListener("pointermove", move);
      edge.removeEventListener("lostpointercapture", end);
    };
    edge.addEventListener("pointermove", move);
    edge.addEventListener("lostpointercapture", end);
  };
  return (
    <div
      class={`splitter is-${side}`}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(`pane.${pane}`)}
      aria-valuenow={Math.round(width)}
      aria-valuemin={least}
      aria-valuemax={Math.round(most)}
      title={t("pane.how")}
      data-pane-edge={pane}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onDblClick={() => resize(pane, null)}
    />
  );
}
