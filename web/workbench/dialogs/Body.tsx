// The part of a card that depends on the kind of dialog.

import { useEffect } from "preact/hooks";
import { Markdown } from "../markdown/Markdown";
import { send } from "../socket";
import type { DialogType } from "../wire";
import type { Card } from "./card";
import { MultiChoice, SingleChoice } from "./Choices";
import { GenericForm } from "./GenericForm";
import { text } from "./parameters";
import { Planner } from "./Planner";
import { Question } from "./Question";
import { ScreenshotRequest } from "./ScreenshotRequest";
import { TextInput } from "./TextInput";

const BODIES: Record<DialogType, (props: { card: Card }) => preact.JSX.Element> = {
  planner: Planner,
  text_input: TextInput,
  single_choice: SingleChoice,
  multi_choice: MultiChoice,
  screenshot_request: ScreenshotRequest,
  confirm: Confirm,
  generic_form: GenericForm,
};

export function Body({ card }: { card: Card }) {
  const { dialogType } = card.request.value;
  const Known = (BODIES as Partial<Record<string, (typeof BODIES)[DialogType]>>)[dialogType];
  useEffect(() => {
    if (!Known)
      send({ type: "dialog-render-failed", requestId: card.id, message: `unknown dialog type ${dialogType}` });
  }, [card, Known, dialogType]);
  const Shown = Known ?? GenericForm;
  return <Shown card={card} />;
}

/** Whether a question has a card of its own, beside the generic form. */
export function hasOwnCard(card: Card): boolean {
  const { dialogType } = card.request.value;
  return dialogType in BODIES && dialogType !== "generic_form";
}

/** Its buttons are the answer; they stand in the foot of the card. */
function Confirm({ card }: { card: Card }) {
  const warning = text(card.request.value, "warning");
  return (
    <>
      <Question card={card} />
      {warning && (
        <div class="warning-box">
          <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
            <path d="M12 3.5 22 20.5H2z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" />
            <path d="M12 10v5M12 17.6v.4" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" />
          </svg>
          <Markdown text={warning} />
        </div>
      )}
    </>
  );
}
