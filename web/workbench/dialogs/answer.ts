// From a draft to an answer. Pure: the same checks serve the button, the Enter key and the countdown; the server checks again.

import type { Attachment, DialogRequest, Draft, Intent, Json, JsonObject, ResponseData, ThinkingMode } from "../wire";
import { fieldsOf, givenFields, readFields } from "./fields";
import { bounds, flag, number, options, text } from "./parameters";

/** What the card shows before anything was entered. */
export function initialDraft(request: DialogRequest): Draft {
  switch (request.dialogType) {
    case "planner": {
      const wanted = text(request, "default_action");
      return { choice: options(request).some((one) => one.value === wanted) ? wanted : null, text: "" };
    }
    case "text_input":
      return { text: text(request, "defaultText") };
    case "single_choice":
      return { choice: text(request, "defaultValue") || null };
    case "multi_choice":
      return {
        choices: options(request)
          .filter((one) => one.checked && !one.disabled)
          .map((one) => one.value),
      };
    case "screenshot_request":
      return { text: "" };
    case "confirm":
      return {};
    default:
      return { fields: Object.fromEntries(fieldsOf(request.answerSchema).map((field) => [field.name, field.initial])) };
  }
}

/** Whether closing the card would lose something. */
export function isEntered(request: DialogRequest, draft: Draft): boolean {
  return JSON.stringify(essence(draft)) !== JSON.stringify(essence(initialDraft(request)));
}

function essence(draft: Draft): Json {
  return [
    draft.choice ?? null,
    [...(draft.choices ?? [])].sort(),
    draft.text ?? "",
    draft.words ?? "",
    draft.comment ?? "",
    draft.fields ?? {},
    draft.plain ?? "",
    (draft.attachments ?? []).map((one) => one.id),
  ];
}

/** Why a draft cannot be submitted; `problem` is a key of the string table, with its numbers. */
export interface Problem {
  problem: string;
  values?: Record<string, string | number>;
}

export type Outcome = { data: ResponseData } | Problem;

export interface Manner {
  thinkingMode: ThinkingMode;
  intent: Intent;
  /** Of a confirmation. */
  confirmed?: boolean;
}

export function answer(request: DialogRequest, draft: Draft, manner: Manner): Outcome {
  const given = body(request, draft, manner);
  return "problem" in given ? given : { data: { ...given.data, ...extras(draft) } };
}

/** What goes along with every act, a cancellation too. */
export function extras(draft: Draft): JsonObject {
  const comment = draft.comment?.trim() ? { comment: draft.comment } : {};
  const images = draft.attachments ?? [];
  return { ...comment, ...(images.length ? { attachments: images.map((one: Attachment) => one.id) } : {}) };
}

function body(request: DialogRequest, draft: Draft, manner: Manner): Outcome {
  const words = draft.words ?? "";
  const given = draft.text ?? "";
  switch (request.dialogType) {
    case "planner": {
      const choice = draft.choice ?? null;
      if (choice === null && !given.trim()) return { problem: "problem.planner" };
      return { data: { choice, thinkingMode: manner.thinkingMode, additionalContext: given, intent: manner.intent } };
    }
    case "text_input": {
      const most = number(request, "maxLength") ?? 10_000;
      if (flag(request, "required", true) && given === "") return { problem: "problem.text" };
      if ([...given].length > most) return { problem: "problem.long", values: { n: most } };
      return { data: { text: given } };
    }
    case "single_choice":
      if (draft.inWords) return words.trim() ? { data: { choice: null, text: words } } : { problem: "problem.words" };
      return draft.choice ? { data: { choice: draft.choice } } : { problem: "problem.choice" };
    case "multi_choice":
      if (draft.inWords) return words.trim() ? { data: { choices: [], text: words } } : { problem: "problem.words" };
      return choices(request, draft.choices ?? []);
    case "screenshot_request":
      if (!draft.attachments?.length && !given.trim()) return { problem: "problem.images" };
      return { data: { additionalText: given } };
    case "confirm":
      return manner.confirmed === undefined
        ? { problem: "problem.confirm" }
        : { data: { confirmed: manner.confirmed } };
    default: {
      const fields = fieldsOf(request.answerSchema);
      return readFields(fields, givenFields(fields, draft));
    }
  }
}

function choices(request: DialogRequest, chosen: string[]): Outcome {
  const { least, most, empty } = bounds(request);
  const inOrder = options(request)
    .map((one) => one.value)
    .filter((value) => chosen.includes(value));
  if (empty && inOrder.length === 0) return { data: { choices: [] } };
  if (inOrder.length < least) return { problem: "problem.few", values: { least } };
  if (inOrder.length > most) return { problem: "problem.many", values: { most } };
  return { data: { choices: inOrder } };
}

/** Whether a countdown may submit what is pre-selected. Never a confirmation. */
export function hasDefault(request: DialogRequest): boolean {
  const draft = initialDraft(request);
  return Boolean(draft.choice || draft.choices?.length || (request.dialogType === "text_input" && draft.text));
}
