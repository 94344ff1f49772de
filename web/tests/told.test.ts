// What a course said, what it loaded, what is wrong with it: rows, problems, and the tree in boxes.

import { test } from "node:test";
import assert from "node:assert/strict";
import { Acknowledged } from "../inspector/acknowledged";
import { below, nodes, objectivesOf, step } from "../inspector/activity_tree";
import { besides, callerOf } from "../inspector/call_source";
import { cuts } from "../inspector/data_tree";
import { Rows } from "../inspector/entries";
import { gather } from "../inspector/problems";
import { wants } from "../inspector/search";
import type { Activity, TraceRecord } from "../inspector/source";

function rows(...records: TraceRecord[]) {
  const all = new Rows([]);
  for (const record of records) all.record(0, record);
  return all.entries;
}
const record = (type: string, payload: Record<string, unknown>, time = 1): TraceRecord => ({ type, time, payload });

test("messages of every level are rows, with their place in the course", () => {
  const source = "http://abc.localhost:1/content/shared/my%20quiz.js?v=1";
  const [said, warned, foreign] = rows(
    record("console:log", { level: "info", text: "hello", source, line: 3 }),
    record("console:message", { level: "warning", text: "careful", source: "shared/a.js", line: 4 }),
    record("console:message", { level: "error", text: "no", source: "https://example.org/x.js", line: 4 }),
  );
  assert.deepEqual([said?.kind, said?.level, said?.value], ["console", "plain", "hello"]);
  assert.deepEqual(said?.from, { file: "shared/my quiz.js", line: 3, column: 1 });
  assert.deepEqual([warned?.level, warned?.from?.file], ["warning", "shared/a.js"]);
  assert.deepEqual([foreign?.level, foreign?.from, foreign?.subject], ["error", undefined, "https://example.org/x.js"]);
});

test("what an LMS told the course is shown where it differs, also an empty text", () => {
  const called = (lms: Record<string, unknown>, value: string, error: number) => {
    const all = new Rows([]);
    const event = { kind: "api_called", function: "GetValue", args: ["cmi.location"] };
    const line = { event: { at: 1, lms, event } } as unknown as Parameters<Rows["journal"]>[2];
    const answered = { effect: "answered", value, error } as unknown as Parameters<Rows["journal"]>[3][0];
    all.journal(0, 1, line, [answered]);
    return all.entries[0]?.value;
  };
  assert.equal(called({ type: "string", value: "", error: "0" }, "", 403), ' · LMS: "", 0');
  assert.equal(called({ type: "string", value: "", error: "403" }, "", 403), "");
  assert.equal(called({ type: "string", value: "" }, "p3", 0), 'p3 · LMS: ""');
  assert.equal(called({ type: "undefined" }, "p3", 0), "p3 · LMS: undefined");
  assert.equal(called({ type: "number", value: "7", error: "0" }, "7", 0), "7 · LMS: number 7");
  assert.equal(called({ type: "string", value: "", error: "401" }, "", 0), ' · LMS: "", 401');
  assert.equal(called({ throws: { name: "TypeError", message: "x" } }, "p3", 0), "p3 · LMS: throws TypeError");
});

test("requests are told together, and those that failed by themselves", () => {
  const requests = ["a.js", "b.css", "c.png", "d.png"].map((url) => ({ url, status: 200 }));
  const [loaded, failed, broken] = rows(
    record("network:loaded", { count: 4, bytes: 5000, requests }),
    record("network:failed", { url: "gone.png", reason: "status 404" }),
    record("network:loaded", { requests: [null, 7, { url: 3 }], count: "many" }),
  );
  assert.deepEqual([loaded?.subject, loaded?.value, loaded?.level], ["a.js, b.css, c.png, … (4)", "5 KB", "plain"]);
  assert.deepEqual([failed?.subject, failed?.value, failed?.level], ["gone.png", "status 404", "warning"]);
  assert.equal(broken?.subject, "");
});

test("a finding is one row, however often the course is checked", () => {
  const finding = { code: "API021", severity: "error", message: "blank", file: "quiz.js", line: 13 };
  const hint = { code: "X1", severity: "info", message: "hint", file: null, line: null };
  const entries = rows(
    record("validation:findings", { findings: [finding, hint, null, "x"] }),
    record("validation:findings", { findings: [finding, { ...finding, line: 14, message: "other" }] }),
    record("validation:findings", { findings: "none" }),
  );
  assert.deepEqual(
    entries.map((one) => [one.kind, one.code, one.level, one.from?.line]),
    [
      ["finding", "API021", "error", 13],
      ["finding", "X1", "plain", undefined],
      ["finding", "API021", "error", 14],
    ],
  );
  const filter = { text: "kind:findings", kinds: new Set<never>(), problemsOnly: false };
  assert.equal(entries.filter(wants(filter, () => "")).length, 3);
});

test("the same fault is one problem until it is acknowledged, and open when it comes again", () => {
  const entries = rows(
    record("console:message", { level: "warning", text: "w", source: "", line: 0 }, 5),
    record("console:message", { level: "error", text: "x", source: "", line: 0 }, 10),
    record("console:message", { level: "error", text: "x", source: "", line: 0 }, 20),
  );
  const problems = gather(entries);
  assert.deepEqual(
    problems.map(({ first, count }) => [first.value, count]),
    [
      ["x", 2],
      ["w", 1],
    ],
  );
  const acknowledged = new Acknowledged("s");
  acknowledged.add([entries[1] as (typeof entries)[0]]);
  assert.deepEqual(
    entries.map((one) => acknowledged.isOpen(one)),
    [true, false, true],
  );
  acknowledged.add(entries);
  assert.ok(entries.every((one) => !acknowledged.isOpen(one)));
  acknowledged.remove([entries[0] as (typeof entries)[0]]);
  assert.equal(acknowledged.isOpen(entries[0] as (typeof entries)[0]), true);
});

test("the caller of a wrapper is meant, if there is one", () => {
  const frame = (file: string, line = 1) => ({ file, line, column: 1 });
  assert.equal(callerOf([frame("js/SCORM_API_wrapper.js"), frame("quiz.js")])?.file, "quiz.js");
  assert.equal(callerOf([frame("shared/scorm.js"), frame("shared/slides.js")])?.file, "shared/slides.js");
  assert.equal(callerOf([frame("lms/scormdriver.js")])?.file, "lms/scormdriver.js");
  assert.equal(callerOf([frame("scormish.js"), frame("b.js")])?.file, "scormish.js");
  assert.equal(callerOf([]), undefined);
  assert.equal(besides(frame("a.js", 34), frame("a.js", 13)), ":34");
  assert.equal(besides(frame("b.js", 34), frame("a.js", 13)), "b.js:34");
});

const activity = (identifier: string, parent: string | null, satisfied: boolean | null = null): Activity => ({
  identifier,
  parent,
  title: identifier,
  depth: 0,
  kind: parent === null ? "root" : "sco",
  attempt_count: 0,
  active: false,
  suspended: false,
  status: { satisfied, measure: null, completed: null, progress: null },
  disabled: false,
  hidden: false,
  refusal: null,
});

test("the tree has every activity once, and arrows walk along it", () => {
  const all = [
    activity("root", null),
    activity("a", "root"),
    activity("a1", "a", true),
    activity("a2", "a", true),
    activity("b", "root"),
    activity("lost", "nobody"),
    activity("self", "self"),
  ];
  const roots = nodes(all);
  assert.deepEqual(
    roots.map((one) => one.activity.identifier),
    ["root", "lost", "self"],
  );
  const a = roots[0]?.children[0];
  assert.deepEqual(a && below(a, null), [["passed", 2]]);
  assert.equal(step(roots, "root", "ArrowRight"), "a");
  assert.equal(step(roots, "a2", "ArrowDown"), "b");
  assert.equal(step(roots, "a2", "ArrowLeft"), "a");
  assert.equal(step(roots, "root", "ArrowUp"), null);
  assert.equal(step(roots, "b", "End"), "self");
  assert.equal(step(roots, "b", "x"), null);
});

test("objectives of both versions are read from the data", () => {
  const element = (name: string, value: string | null) =>
    ({ element: name, value, type: "", access: "rw", by_sco: true }) as const;
  const found = objectivesOf({
    activity: "a",
    elements: [
      element("cmi.objectives.1.id", "second"),
      element("cmi.objectives.0.id", "first"),
      element("cmi.objectives.0.success_status", "passed"),
      element("cmi.objectives.0.score.scaled", "0.5"),
      element("cmi.objectives.1.status", "failed"),
      element("cmi.objectives._count", "2"),
      element("cmi.objectives.1.progress_measure", null),
    ],
  });
  assert.deepEqual(
    found.map(({ id, success, score }) => [id, success, score]),
    [
      ["first", "passed", "0.5"],
      ["second", "failed", null],
    ],
  );
});

test("an LMS that keeps less than a value has is named, the strictest first", () => {
  const limit = (lms: string, keeps: number, version: "1.2" | "2004" = "1.2") =>
    ({ lms, keeps, version, element: "cmi.suspend_data", source: "s" }) as const;
  const limits = [limit("Wide", 64_000), limit("Docebo", 4096), limit("Tight", 1000), limit("Other", 10, "2004")];
  const element = (value: string | null, name = "cmi.suspend_data") =>
    ({ element: name, value, type: "", access: "rw", by_sco: true }) as const;
  const named = (value: string | null, name?: string) =>
    cuts(element(value, name), "1.2", limits).map((one) => one.lms);
  assert.deepEqual(named("x".repeat(5210)), ["Tight", "Docebo"]);
  assert.deepEqual(named("x".repeat(1000)), []);
  // Characters are counted, not UTF-16 units.
  assert.deepEqual(named("𝄞".repeat(1000)), []);
  assert.deepEqual(named(null), []);
  assert.deepEqual(named("x".repeat(5210), "cmi.comments"), []);
});
