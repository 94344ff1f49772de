// A session that goes on: where one stands in it, and parts that come twice, late or not at all.

import { test } from "node:test";
import assert from "node:assert/strict";
import type { Engine } from "../../crates/scorm-wasm/js/engine.js";
import type { Entry } from "../inspector/source";
import { View } from "../inspector/view";
import { LiveSource } from "../workbench/courses/live_source";

/** Entries that cannot be read are moments all the same, and need no engine. */
const ENTRY = "null";
const said = (text: string) =>
  JSON.stringify({ record: { type: "console:message", time: 1, payload: { level: "error", text } } });

function begin() {
  let view: View | null = null;
  let followed = () => {};
  const source = new LiveSource("s", {} as Engine, () => {
    view?.grow();
    followed();
  });
  view = new View(source);
  const comes = async (entries: number, records: number, lines: string[], has_more = false) => {
    const follows = new Promise<void>((resolve) => {
      followed = resolve;
    });
    const taken = source.receive({
      from: { entries, records },
      lines: lines.map((line) => `${line}\n`).join(""),
      pictures: [],
      has_more,
    });
    if (taken) await follows;
    return taken;
  };
  const listed = () => {
    const { value } = (view as View).rows;
    return Array.from({ length: value.listed }, (_, number) => value.placeAt(number));
  };
  return { source, view, comes, listed, values: () => source.entries.map((entry) => entry.value) };
}

test("what comes twice is taken once, and a gap is noticed", async () => {
  const { source, comes, values } = begin();
  assert.equal(await comes(0, 0, [ENTRY, said("a"), ENTRY]), true);
  assert.deepEqual(source.place, { entries: 2, records: 1 });
  // The same again, in another order and with something new.
  assert.equal(await comes(0, 0, [ENTRY, ENTRY, said("a"), said("b"), ENTRY]), true);
  assert.deepEqual(source.place, { entries: 3, records: 2 });
  assert.deepEqual(values(), ["a", "b"]);
  assert.equal(source.moments, 3);
  assert.equal(await comes(4, 2, [ENTRY]), false);
  assert.equal(await comes(3, 3, [said("d")]), false);
  assert.equal(source.moments, 3);
});

test("it is up to date once nothing more is announced", async () => {
  const { source, comes } = begin();
  assert.equal(source.isUpToDate, false);
  await comes(0, 0, [ENTRY], true);
  assert.equal(source.isUpToDate, false);
  await comes(1, 0, [ENTRY]);
  assert.equal(source.isUpToDate, true);
});

test("the panes follow until somebody looks at a past moment", async () => {
  const { view, comes, listed } = begin();
  await comes(0, 0, [ENTRY, said("a"), ENTRY]);
  assert.equal(view.at.value, 1);
  view.goTo(0);
  assert.equal(view.held.value, true);
  await comes(2, 1, [ENTRY, said("b")]);
  assert.equal(view.at.value, 0);
  assert.equal(view.waiting.value, 1);
  assert.deepEqual(listed(), [0]);
  // The last moment is the present one.
  view.goTo(99);
  assert.equal(view.held.value, false);
  assert.equal(view.at.value, 2);
  assert.deepEqual(listed(), [0, 1]);
});

test("an entry that is chosen holds the rows, not the panes", async () => {
  const { source, view, comes } = begin();
  await comes(0, 0, [ENTRY, said("a")]);
  const entry = source.entries[0] as Entry;
  view.select(entry);
  await comes(1, 1, [ENTRY, said("b")]);
  assert.equal(view.at.value, 1);
  assert.equal(view.looksAt.value, 0);
  assert.equal(view.waiting.value, 1);
  view.see(entry);
  assert.equal(view.at.value, 0);
  view.backToNow();
  assert.equal(view.at.value, 1);
  assert.equal(view.selected.value, null);
  assert.equal(view.waiting.value, 0);
});
