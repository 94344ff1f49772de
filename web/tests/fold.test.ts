// How much work it is to go to any moment of a long session.

import { test } from "node:test";
import assert from "node:assert/strict";
import type { Engine, Session } from "../../crates/scorm-wasm/js/engine.js";
import { Fold } from "../inspector/fold";
import type { Line } from "../inspector/source";

const MOMENTS = 100_000;
const OPENING = JSON.stringify({ opening: { manifest: "", learner: { id: "", name: "" } } });

/** An engine that counts: its state is the number of events it took in. */
function counting(size: number) {
  const work = { applied: 0, copied: 0, alive: 0 };
  const begin = (before: number): Session => {
    let state = before;
    work.alive++;
    const apply = () => {
      work.applied++;
      state++;
    };
    const session = {
      apply: () => {
        apply();
        return [];
      },
      ask: (what: string) => {
        if (what === "apply") apply();
        if (what === "navigation") return JSON.stringify({ session: "active", current: String(state), available: [] });
        return "";
      },
      snapshot: () => ({ length: size }),
      copy: () => {
        work.copied++;
        return begin(state);
      },
      free: () => {
        work.alive--;
      },
    };
    return session as unknown as Session;
  };
  return { work, engine: { open: () => begin(0) } as unknown as Engine };
}

function folded(size: number) {
  const { work, engine } = counting(size);
  const fold = new Fold(engine);
  fold.take(OPENING, JSON.parse(OPENING) as Line);
  const text = JSON.stringify({ event: { at: 1, event: { kind: "content_loaded" } } });
  const line = JSON.parse(text) as Line;
  for (let moment = 1; moment < MOMENTS; moment++) fold.take(text, line);
  return { fold, work };
}

for (const [name, size, most] of [
  ["an ordinary course", 20_000, 256],
  ["a course with much to remember", 1_000_000, 4096],
] as const) {
  test(`any moment of ${name} is a few events away`, () => {
    const { fold, work } = folded(size);
    assert.equal(work.applied, MOMENTS - 1, "each event is taken in once");
    assert.ok(work.alive * size < 80_000_000, `${work.alive} copies`);
    const { alive } = work;
    let seed = 20_041;
    for (let turn = 0; turn < 200; turn++) {
      seed = (seed * 48_271) % 2_147_483_647;
      const moment = seed % MOMENTS;
      work.applied = 0;
      assert.equal(fold.momentAt(moment).navigation.current, String(moment));
      assert.ok(work.applied <= most, `${work.applied} events to moment ${moment}`);
      // What led there is known with it.
      work.applied = 0;
      fold.effectsAt(moment);
      assert.equal(work.applied, 0);
    }
    assert.equal(work.alive, alive, "what was made to look is given back");
  });
}
