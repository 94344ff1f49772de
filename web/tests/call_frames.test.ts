// Stacks of the browsers, as places in a course.

import { test } from "node:test";
import assert from "node:assert/strict";
import { framesOf } from "../player/call_frames";

const BASE = "http://abc.localhost:4000/content/";

test("Chromium's stacks name files below the course", () => {
  const stack = `Error
    at caller (http://abc.localhost:4000/player/page.js:1:200)
    at Object.SetValue (http://abc.localhost:4000/player/page.js:1:900)
    at Course.set (${BASE}shared/scorm%20api.js?v=3:27:12)
    at ${BASE}shared/quiz.js:13:5
    at async answer (${BASE}shared/quiz.js:34:3)
    at eval (eval at run (${BASE}index.html:7:9), <anonymous>:1:1)
    at five (${BASE}a.js:1:1)`;
  assert.deepEqual(framesOf(stack, BASE), [
    { file: "shared/scorm api.js", line: 27, column: 12, function: "Course.set" },
    { file: "shared/quiz.js", line: 13, column: 5 },
    { file: "shared/quiz.js", line: 34, column: 3, function: "answer" },
    { file: "index.html", line: 7, column: 9 },
  ]);
});

test("Firefox's stacks do so too", () => {
  const stack = `caller@http://abc.localhost:4000/player/page.js:1:200
set@${BASE}shared/scorm.js:27:12
@${BASE}index.html:9:1
run@${BASE}x.js line 4 > eval:1:1
`;
  assert.deepEqual(framesOf(stack, BASE), [
    { file: "shared/scorm.js", line: 27, column: 12, function: "set" },
    { file: "index.html", line: 9, column: 1 },
    { file: "x.js", line: 4, column: 1, function: "run" },
  ]);
});

test("what is no stack gives no places", () => {
  for (const stack of ["", "x", `${BASE}`, `${BASE}:1:1`, `at ${BASE}%:x:1`, `at x (${BASE}${"a".repeat(400)}:1:1)`])
    assert.deepEqual(framesOf(stack, BASE), [], stack);
  assert.deepEqual(framesOf(`at ${BASE}%zz.js:1:1`, BASE), [{ file: "%zz.js", line: 1, column: 1 }]);
});
