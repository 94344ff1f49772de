// Why an activity is locked: the rule of the engine's words, as conditions.

import { test } from "node:test";
import assert from "node:assert/strict";
import { lockOf } from "../inspector/lock";
import type { Activity, Source } from "../inspector/source";

/** Nothing of the course is known but what the engine says. */
const SOURCE = { moments: 0 } as unknown as Source;

const lock = (rule: string) =>
  lockOf({ refusal: `DB.1.1-3: it is disabled${rule === "" ? "" : ` (${rule})`}` } as unknown as Activity, SOURCE);

test("a rule is its conditions, without those that another one says better", () => {
  const found = lock(
    "preConditionRule 1 of quiz: disabled if any of: not objectiveStatusKnown(read), not satisfied(read), objectiveMeasureLessThan 0.6(read)",
  );
  assert.deepEqual([found.kind, found.needs, found.code], ["rule", "any", "DB.1.1-3"]);
  assert.deepEqual(
    found.conditions.map(({ word, threshold }) => [word, threshold]),
    [
      ["not satisfied", null],
      ["objectiveMeasureLessThan", 0.6],
    ],
  );
});

test("a condition without an objective is about the activity of the rule", () => {
  const found = lock("preConditionRule 2 of a, b (c): hiddenFromChoice if all of: completed, attempted");
  assert.deepEqual(
    found.conditions.map(({ word, of }) => [word, of]),
    [
      ["completed", "a, b (c)"],
      ["attempted", "a, b (c)"],
    ],
  );
  assert.equal(found.needs, "all");
});

test("limits, prerequisites and what no rule decides are told apart", () => {
  assert.deepEqual([lock("attemptLimit of quiz: 3").kind, lock("attemptLimit of quiz: 3").limit], ["attempts", "3"]);
  assert.equal(lock("prerequisites of quiz").kind, "prerequisites");
  assert.deepEqual([lock("").kind, lock("").meaning], ["other", "it is disabled"]);
});
