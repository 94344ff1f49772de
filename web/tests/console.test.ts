// What a course says to its console, in words.

import { test } from "node:test";
import assert from "node:assert/strict";
import { ConsoleHeard } from "../player/recording/console";
import { textOf } from "../player/recording/console_text";
import type { PersonAct } from "../player/messages";
import type { Page } from "../player/recording/pages";

test("words, signs for others and things become one text", () => {
  for (const [given, text] of [
    [["a", 1, null, undefined, true], "a 1 null undefined true"],
    [["%s of %d%%", "two", 3, "more"], "two of 3% more"],
    [["%cgreen%c plain", "color: green", ""], "green plain"],
    [["100% sure %s"], "100% sure %s"],
    [[new TypeError("no leaf")], "TypeError: no leaf"],
    [[{ a: 1, b: "x", c: { d: 1 }, e: [1, 2] }], '{a: 1, b: "x", c: {…}, e: Array(2)}'],
    [[[1, 2]], "[1, 2]"],
    [[Symbol("s"), () => 1, 10n], "Symbol(s) function 10"],
    [[], ""],
  ] as [unknown[], string][])
    assert.equal(textOf(given), text);
});

test("what is looked at is left as it is", () => {
  let asked = 0;
  const thing = {
    get secret() {
      asked++;
      return 1;
    },
    toJSON() {
      asked++;
      throw new Error("never");
    },
  };
  assert.ok(textOf([thing]).startsWith("{"));
  const hostile = new Proxy(
    {},
    {
      ownKeys() {
        throw new Error("hostile");
      },
    },
  );
  assert.equal(textOf(["a", hostile]), "a Object");
  assert.equal(asked, 0);
});

test("a console is heard once, says it all the same, and has an end", () => {
  const said: unknown[][] = [];
  const own = { log: (...given: unknown[]) => said.push(given), assert: () => {}, error: () => {} };
  const page = { console: own } as unknown as Page;
  const told: PersonAct[] = [];
  const heard = new ConsoleHeard(
    (act) => told.push(act),
    () => ({ file: "a.js", line: 3, column: 1 }),
  );
  heard.listen(page);
  heard.listen(page);
  page.console.log("steeped", 3);
  assert.deepEqual(told, [{ what: "says", level: "info", text: "steeped 3", source: "a.js", line: 3 }]);
  assert.deepEqual(said, [["steeped", 3]]);
  page.console.assert(true, "holds");
  page.console.assert(false, "fails");
  assert.equal(told.length, 2);
  assert.deepEqual(told[1], { ...told[1], level: "error", text: "Assertion failed: fails" });
  for (let count = 0; count < 2000; count++) page.console.log(count);
  assert.equal(told.filter((act) => act.what === "says").length, 1000);
  assert.deepEqual(
    told.flatMap((act) => (act.what === "leaves_out" ? [act.messages] : [])),
    [1, 10, 100, 1000],
  );
  assert.equal(said.length, 2001);
});
