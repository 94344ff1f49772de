// The generic form of any question: its fields, and which part of the draft each of them is. A question that has a card of its own
// becomes such a form when that card cannot be shown; since the draft is the same, nothing entered is lost and the same checks hold.

import { t } from "../strings";
import type { DialogRequest, Draft, Json } from "../wire";
import { fieldsOf, givenFields, type Field } from "./fields";
import { bounds, flag, options } from "./parameters";

export interface Entry {
  field: Field;
  value: Json;
  /** What changes in the draft when this is entered. */
  entered: (value: Json) => Draft;
}

export function entriesOf(request: DialogRequest, draft: Draft): Entry[] {
  const hasOptions = options(request).length > 0;
  switch (request.dialogType) {
    case "planner":
      return hasOptions
        ? [choice(request, draft, "planner.options", false), text(draft, "planner.more", false)]
        : [text(draft, "planner.text", false)];
    case "text_input":
      return [text(draft, "text.answer", flag(request, "required", true))];
    case "single_choice":
      return [choice(request, draft, "choice.one", true), words(draft)];
    case "multi_choice":
      return [choices(request, draft), words(draft)];
    case "screenshot_request":
      return [text(draft, "screenshot.text", false)];
    // Its buttons are the answer.
    case "confirm":
      return [];
    default:
      return schemaEntries(request, draft);
  }
}

function schemaEntries(request: DialogRequest, draft: Draft): Entry[] {
  const fields = fieldsOf(request.answerSchema);
  const given = givenFields(fields, draft);
  return fields.map((field) => ({
    field,
    value: given[field.name] ?? field.initial,
    entered: (value) => ({ fields: { ...given, [field.name]: value }, plain: null }),
  }));
}

function text(draft: Draft, label: string, required: boolean): Entry {
  return {
    field: field("text", t(label), "text", { required }),
    value: draft.text ?? "",
    entered: (value) => ({ text: String(value) }),
  };
}

function choice(request: DialogRequest, draft: Draft, label: string, required: boolean): Entry {
  return {
    field: field("choice", t(label), "enum", { required, values: options(request).filter((one) => !one.disabled) }),
    value: draft.choice ?? "",
    entered: (value) => ({ choice: value === "" ? null : String(value), inWords: hasWords(draft.words) }),
  };
}

function choices(request: DialogRequest, draft: Draft): Entry {
  const { least, most } = bounds(request);
  const chosen = draft.choices ?? [];
  const description = t("choice.count", { chosen: chosen.length, least, most });
  return {
    field: field("choices", t("choice.several"), "set", {
      required: true,
      description,
      values: options(request).filter((one) => !one.disabled),
    }),
    value: chosen,
    entered: (value) => ({ choices: Array.isArray(value) ? value.map(String) : [], inWords: hasWords(draft.words) }),
  };
}

/** Words stand instead of a choice, whatever else is chosen. */
function words(draft: Draft): Entry {
  return {
    field: field("words", t("choice.inWords"), "text", { required: false }),
    value: draft.words ?? "",
    entered: (value) => inWords(String(value)),
  };
}

/** Without any words, what was chosen counts again. */
export const inWords = (words: string): Draft => ({ words, inWords: hasWords(words) });

const hasWords = (given: string | undefined): boolean => Boolean(given?.trim());

function field(name: string, label: string, kind: Field["kind"], more: Partial<Field>): Field {
  return { name, label, kind, description: "", values: [], required: false, initial: "", ...more };
}
