// The inspector's pure parts: rows, search, data, comparison, sentences.

import { test } from "node:test";
import assert from "node:assert/strict";
import { compare } from "../inspector/compare";
import { rows, share, tree } from "../inspector/data_tree";
import { Rows } from "../inspector/entries";
import { refusal, standing } from "../inspector/outline";
import { related } from "../inspector/related";
import { SessionLine } from "../inspector/session_line";
import { Listing } from "../inspector/listing";
import { type Filter, narrows, wants } from "../inspector/search";
import type { Activity, DataElement, Entry, Line, Moment } from "../inspector/source";
import { decisions } from "../inspector/why";

const call = (fn: string, ...args: string[]): Line => ({
  event: { at: 5, event: { kind: "api_called", function: fn as "SetValue", args, origin: "content" } },
});

function sample() {
  const made = new Rows([
    { path: "s/0001.png", title: "", time: 1, width: 1, height: 1, mime: "image/png", bytes: 1, place: 0 },
  ]);
  made.journal(0, 1, { opening: { manifest: "", learner: { id: "", name: "" } } }, []);
  made.journal(1, 2, { event: { at: 2, event: { kind: "launched", launch: "auto" } } }, [
    { effect: "navigated", request: "start", by: "engine", outcome: { outcome: "delivered", activity: "a" } },
    {
      effect: "deliver",
      activity: "a",
      title: "A",
      resource: "r",
      scorm_type: "sco",
      url: "a.html",
      number: 1,
      resumed: false,
    },
  ]);
  made.journal(2, 3, call("SetValue", "cmi.score.scaled", "7"), [{ effect: "answered", value: "false", error: 407 }]);
  made.journal(3, 4, call("GetValue", "cmi.location"), [{ effect: "answered", value: "", error: 403 }]);
  made.journal(4, 5, call("SetValue", "cmi.success_status", "passed"), [
    { effect: "answered", value: "true", error: 0 },
    {
      effect: "data_changed",
      activity: "a",
      origin: "content",
      changes: [{ element: "cmi.success_status", before: "unknown", after: "passed" }],
    },
  ]);
  made.record(4, {
    type: "page:act",
    time: 6,
    began: 2,
    payload: { act: { action: "click", role: "button", name: "Next" } },
  });
  made.record(4, { type: "screenshot:capture_done", time: 7, payload: { path: "s/0001.png" } });
  made.record(4, { type: "operation:progress", time: 8 });
  return made.entries;
}

const all = { text: "", kinds: new Set<never>(), problemsOnly: false };
const words = (entry: { what: string }) => entry.what;

test("a call and its change are one row unless the change means much", () => {
  const entries = sample();
  assert.deepEqual(
    entries.map((entry) => `${entry.moment} ${entry.kind} ${entry.what}`),
    [
      "0 session opened",
      "1 decision decided.delivered",
      "1 content delivered",
      "2 call SetValue",
      "3 call GetValue",
      "4 call SetValue",
      "4 data changed",
      "4 act act.click",
      "4 picture picture",
    ],
  );
  assert.equal(entries[3]?.level, "error");
  assert.equal(entries[4]?.level, "plain", "asking for what was never set is no fault");
  assert.equal(entries[8]?.picture, 0);
  assert.equal(entries[3]?.activity, "a");
});

test("words and fields are searched together, in order", () => {
  const entries = sample();
  const search = (filter: Filter) => {
    const listed = new Listing(entries, wants(filter, words), false).upTo(entries.length);
    return Array.from({ length: listed.listed }, (_, number) => listed.placeAt(number));
  };
  assert.deepEqual(search({ ...all, text: "element:score error:407" }), [3]);
  assert.deepEqual(search({ ...all, text: "PASSED" }), [5, 6]);
  assert.deepEqual(search({ ...all, problemsOnly: true }), [3]);
  assert.deepEqual(search({ ...all, kinds: new Set(["act" as const]) }), [7]);
  assert.deepEqual(search({ ...all, text: "constructor:x" }), []);
});

test("rows stand below the head of their activity, however they came", () => {
  const entries = sample();
  const listing = new Listing(entries, () => true, true);
  const early = listing.upTo(3);
  const late = listing.upTo(entries.length);
  assert.equal(listing.upTo(entries.length), late, "nothing new is nothing to draw");
  assert.deepEqual(late.rowAt(0), { head: null, count: 2 });
  assert.deepEqual(late.rowAt(3), { head: "a", count: 7 });
  for (const listed of [early, late]) {
    assert.equal(listed.rowAt(listed.count), null);
    for (let row = 0; row < listed.count; row++) {
      const one = listed.rowAt(row);
      if (one && "place" in one) assert.equal(listed.rowOf(one.place), row);
    }
  }
  assert.deepEqual(early.rowAt(3), { head: "a", count: 1 });
  assert.equal(early.rowOf(3), -1);
});

test("as one types on, only what was found is looked at", () => {
  const entries = sample();
  let looked = 0;
  const listing = (filter: Filter) => {
    const isWanted = wants(filter, words);
    return new Listing(
      entries,
      (entry) => {
        looked++;
        return isWanted(entry);
      },
      true,
    );
  };
  const [few, fewer] = [
    { ...all, text: "value" },
    { ...all, text: "value cmi.sc" },
  ];
  const wider = listing(few);
  assert.equal(wider.upTo(entries.length).listed, 3);
  assert.ok(narrows(fewer, few));
  looked = 0;
  assert.equal(listing(fewer).within(wider).placeAt(0), 3);
  assert.equal(looked, 3);
  assert.ok(!narrows(few, fewer));
  assert.ok(!narrows({ ...all, text: "value:x" }, few), "a field is not a longer word");
  assert.ok(!narrows({ ...few, kinds: new Set(["act" as const]) }, { ...few, kinds: new Set(["call" as const]) }));
});

test("the line of a session grows without being counted again", () => {
  const entries: Entry[] = [];
  const line = new SessionLine(entries);
  const one = sample()[4] as Entry;
  for (let moment = 0; moment < 1000; moment++) {
    const level = moment === 500 ? ("error" as const) : ("plain" as const);
    entries.push({ ...one, id: moment, moment, level, activity: moment < 300 ? "a" : "b" });
    if (moment % 7 === 0) line.draw(moment + 1);
  }
  const grown = line.draw(1000);
  assert.deepEqual(grown, new SessionLine(entries).draw(1000));
  assert.ok(grown.bars.length <= 120 && grown.bars.length >= 60);
  assert.deepEqual(
    grown.segments.map(({ activity, from, to }) => [activity, from, to]),
    [
      ["a", 0, 300],
      ["b", 300, 999],
    ],
  );
  assert.deepEqual(
    grown.signs.map((sign) => sign.moment),
    [500],
  );
});

test("an act is linked with what it caused, and back", () => {
  const entries = sample();
  const [set, act] = [entries[4] as Entry, entries[7] as Entry];
  assert.ok(related(entries, act).some((one) => one.how === "caused"));
  assert.equal(related(entries, set).find((one) => one.how === "act")?.entry.id, act.id);
  assert.equal(related(entries, set).find((one) => one.how === "picture")?.entry.id, 8);
});

const element = (name: string, value: string | null, limit?: number): DataElement => ({
  element: name,
  value,
  type: "",
  access: "rw",
  by_sco: false,
  ...(limit === undefined ? {} : { limit }),
});

test("the data model is a tree with changes and limits", () => {
  const elements = [
    element("cmi.score.scaled", "1"),
    element("cmi.score.raw", null),
    element("cmi.suspend_data", "äöü", 4),
  ];
  const root = tree(elements, "", new Set(["cmi.score.raw"]));
  assert.deepEqual(
    rows(root, () => true).map(({ branch, depth }) => `${depth} ${branch.name}${branch.changed ? "*" : ""}`),
    ["0 cmi*", "1 score*", "2 scaled", "2 raw*", "1 suspend_data"],
  );
  assert.equal(rows(root, () => false).length, 1);
  assert.equal(tree(elements, "score scaled", new Set()).count, 1);
  assert.equal(share(elements[2] as DataElement), 75);
  assert.equal(share(elements[0] as DataElement), null);
});

const activity = (more: Partial<Activity>): Activity => ({
  identifier: "a",
  parent: "root",
  title: "A",
  depth: 1,
  kind: "sco",
  attempt_count: 0,
  active: false,
  suspended: false,
  status: { satisfied: null, measure: null, completed: null, progress: null },
  disabled: false,
  hidden: false,
  refusal: null,
  ...more,
});

test("an activity is told by its strongest word", () => {
  const status = { satisfied: null, measure: null, completed: null, progress: null };
  assert.equal(standing(activity({}), null), "untouched");
  assert.equal(standing(activity({ refusal: "x" }), null), "locked");
  assert.equal(standing(activity({ refusal: "x" }), "a"), "open");
  assert.equal(standing(activity({ status: { ...status, completed: true, satisfied: false } }), "a"), "failed");
  assert.deepEqual(refusal("DB.1.1-3: it is closed (rule 1 of a: x (y))"), {
    code: "DB.1.1-3",
    meaning: "it is closed",
    rule: "rule 1 of a: x (y)",
  });
  assert.deepEqual(refusal("left out"), { code: "", meaning: "left out", rule: "" });
});

test("two moments differ in tracking and values, not in lists of names", () => {
  const moment = (value: string, attempts: number): Moment => ({
    index: 0,
    at: 0,
    navigation: { session: "active", current: null, available: [] },
    overview: { activities: [activity({ attempt_count: attempts })], objectives: {} },
    data: [{ activity: "a", elements: [element("cmi.location", value), element("cmi._children", value)] }],
  });
  assert.deepEqual(compare(moment("x", 0), moment("y", 1)), [
    { activity: "a", what: "tracking.attempts", before: "0", after: "1" },
    { activity: "a", what: "cmi.location", before: "x", after: "y" },
  ]);
  assert.deepEqual(compare(moment("x", 0), moment("x", 0)), []);
});

test("a refusal is told with the engine's words and the steps that led to it", () => {
  const [decision] = decisions(
    [
      { effect: "traced", steps: [{ process: "NB.2.1", step: "", activity: "a", outcome: "exception NB.2.1-11" }] },
      {
        effect: "navigation_refused",
        request: "{target=x}choice",
        by: "learner",
        exception: "NB.2.1-11",
        message: "no such target",
      },
    ],
    7,
  );
  assert.equal(decision?.outcome, "refused");
  assert.deepEqual(
    decision?.chapters.map(({ stage, sentence }) => `${stage} ${sentence}`),
    ["asked why.asked.learner", "so why.so.refused"],
  );
  assert.equal(decision?.chapters[0]?.steps.length, 1);
});
