import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { answer, hasDefault, initialDraft, isEntered, type Manner } from "../workbench/dialogs/answer";
import { asLines, fieldsOf } from "../workbench/dialogs/fields";
import { options } from "../workbench/dialogs/parameters";
import { imageType } from "../workbench/images";
import { backoff } from "../workbench/socket";
import type { DialogRequest, DialogType, Draft, JsonObject } from "../workbench/wire";

const MANNER: Manner = { thinkingMode: "normal", intent: "execute" };

function request(dialogType: DialogType, parameters: JsonObject, answerSchema: JsonObject = {}): DialogRequest {
  return {
    requestId: "d_1",
    dialogType,
    tool: dialogType,
    parameters,
    timestamp: "2025-01-25T10:00:00.000Z",
    asker: "test",
    project: null,
    session_label: null,
    draft: null,
    position: 0,
    agent_waiting: true,
    expires_at: 0,
    state: "PENDING",
    answerSchema,
  };
}

function outcome(asked: DialogRequest, draft: Draft, manner: Manner = MANNER) {
  const given = answer(asked, { ...initialDraft(asked), ...draft }, manner);
  return "problem" in given ? given.problem : given.data;
}

const FRUIT = [
  { value: "a", label: "A" },
  { value: "b", label: "B" },
  { value: "c", label: "C", disabled: true },
];

test("label and value stand for each other", () => {
  const given = options(request("planner", { options: ["x", { label: "L" }, { value: "v" }] }));
  deepEqual(
    given.map((one) => [one.value, one.label]),
    [
      ["x", "x"],
      ["L", "L"],
      ["v", "v"],
    ],
  );
});

test("texts are taken as they are, within their bounds", () => {
  const asked = request("text_input", { question: "?", maxLength: 3 });
  equal(outcome(asked, { text: "" }), "problem.text");
  deepEqual(outcome(asked, { text: " é😀" }), { text: " é😀" });
  equal(outcome(asked, { text: "abcd" }), "problem.long");
  deepEqual(outcome(request("text_input", { question: "?", required: false }), {}), { text: "" });
});

test("choices obey their bounds and the order of the options", () => {
  const several = (more: JsonObject) => request("multi_choice", { question: "?", options: FRUIT, ...more });
  deepEqual(outcome(several({}), { choices: ["b", "a"] }), { choices: ["a", "b"] });
  equal(outcome(several({}), { choices: [] }), "problem.few");
  deepEqual(outcome(several({ allowEmpty: true, minSelections: 2 }), { choices: [] }), { choices: [] });
  equal(outcome(several({ allowEmpty: true, minSelections: 2 }), { choices: ["a"] }), "problem.few");
  equal(outcome(several({ maxSelections: 1 }), { choices: ["a", "b"] }), "problem.many");
  const one = request("single_choice", { question: "?", options: FRUIT });
  equal(outcome(one, {}), "problem.choice");
  deepEqual(outcome(one, { inWords: true, words: "neither", choice: "a" }), { choice: null, text: "neither" });
  equal(outcome(one, { inWords: true, words: "  " }), "problem.words");
});

test("a confirmation needs a decision; a plan an option or a text", () => {
  equal(outcome(request("confirm", { question: "?" }), {}), "problem.confirm");
  deepEqual(outcome(request("confirm", { question: "?" }), { comment: "why" }, { ...MANNER, confirmed: false }), {
    confirmed: false,
    comment: "why",
  });
  equal(outcome(request("planner", { decision_context: "?", options: ["x"] }), {}), "problem.planner");
});

test("forms follow their schema", () => {
  const schema = {
    properties: {
      answer: { type: "string" },
      confidence: { type: "number" },
      whole: { type: ["integer", "null"] },
      sure: { type: "boolean" },
    },
    required: ["answer", "confidence"],
  };
  const asked = request("generic_form", { question: "?" }, schema);
  equal(outcome(asked, {}), "problem.field");
  equal(outcome(asked, { fields: { answer: "a", confidence: "much" } }), "problem.number");
  equal(outcome(asked, { fields: { answer: "a", confidence: "1", whole: "1.5" } }), "problem.integer");
  deepEqual(outcome(asked, { fields: { answer: "a", confidence: "0,5" } }), {
    answer: "a",
    confidence: 0.5,
    sure: false,
  });
});

test("something was entered only if it differs from the beginning", () => {
  const asked = request("single_choice", { question: "?", options: FRUIT, defaultValue: "b" });
  equal(isEntered(asked, initialDraft(asked)), false);
  equal(isEntered(asked, { choice: "a" }), true);
  equal(isEntered(asked, { choice: "b", comment: "x" }), true);
});

test("a countdown needs a pre-selected default, and never confirms", () => {
  equal(hasDefault(request("single_choice", { options: FRUIT, defaultValue: "b" })), true);
  equal(hasDefault(request("single_choice", { options: FRUIT })), false);
  equal(hasDefault(request("planner", { options: ["x"], default_action: "y" })), false);
  equal(hasDefault(request("confirm", { question: "?" })), false);
});

test("images are known by their first bytes", () => {
  const bytes = (...given: number[]) => imageType(new Uint8Array([...given, ...new Array<number>(16).fill(0)]));
  equal(bytes(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), "image/png");
  equal(bytes(0xff, 0xd8, 0xff), "image/jpeg");
  equal(imageType(new TextEncoder().encode("GIF89a..........")), "image/gif");
  equal(imageType(new TextEncoder().encode("RIFF....WEBPVP8 ")), "image/webp");
  equal(imageType(new TextEncoder().encode("<svg xmlns='http")), null);
});

test("the pauses between attempts double up to their cap", () => {
  deepEqual(
    [0, 1, 2, 3, 4, 50].map((attempt) => backoff(attempt, false, 1)),
    [500, 1000, 2000, 4000, 5000, 5000],
  );
  equal(backoff(9, true, 1), 30_000);
  equal(backoff(0, false, 0), 375);
});

test("where no form can be shown, lines of text are the fields", () => {
  const properties: JsonObject = {
    answer: { type: "string" },
    confidence: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
    sure: { type: "boolean" },
  };
  const asked = request(
    "generic_form",
    { question: "?" },
    { type: "object", properties, required: ["answer", "confidence"] },
  );
  deepEqual(outcome(asked, { plain: "Answer: a: b\nconfidence: 0,5\ntags: x, y\nsure: yes\nnonsense" }), {
    answer: "a: b",
    confidence: 0.5,
    tags: ["x", "y"],
    sure: true,
  });
  equal(outcome(asked, { plain: "answer: a" }), "problem.field");
  equal(outcome(asked, { plain: "answer: a\nconfidence: high" }), "problem.number");
  const one = request(
    "generic_form",
    { question: "?" },
    { type: "object", properties: { answer: { type: "string" } }, required: ["answer"] },
  );
  deepEqual(outcome(one, { plain: "just: this\ntext" }), { answer: "just: this\ntext" });
});

test("what was entered in a form is the text that stands for it", () => {
  const properties: JsonObject = {
    answer: { type: "string" },
    confidence: { type: "number" },
    tags: { type: "array", items: { type: "string" } },
    sure: { type: "boolean" },
  };
  const schema = { type: "object", properties, required: ["answer", "confidence"] };
  const asked = request("generic_form", { question: "?" }, schema);
  equal(asLines(fieldsOf(schema), initialDraft(asked)), "");
  const fields: JsonObject = { answer: "two\nlines: of text", confidence: "0.5", tags: ["x", "y"], sure: true };
  const plain = asLines(fieldsOf(schema), { fields });
  equal(plain, "answer: two\nlines: of text\nconfidence: 0.5\ntags: x, y\nsure: true");
  deepEqual(outcome(asked, { plain }), { ...fields, confidence: 0.5 });
  equal(asLines(fieldsOf(schema), { fields, plain: "mine" }), "mine");
});
