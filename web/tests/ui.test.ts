// The parts of the UI page that need no document.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import type { Aim } from "../ui/aim";
import { matches, parseKeys } from "../ui/keys";
import { Outbox } from "../ui/outbox";
import { parsePath } from "../ui/path";
import type { FromPage, Shown } from "../ui/wire";

Object.assign(globalThis, { window: globalThis });

/** A variable that nothing is known of but its id. */
const at = (id: number, shown?: Shown): Aim => ({
  id,
  field: `${shown?.obj ?? `place ${id}`} x`,
  ...(shown && { shown }),
});

/** A connection that keeps what is sent. */
class Wire {
  open = true;
  sent: { messages: FromPage[]; userEvent: boolean }[] = [];

  isOpen(): boolean {
    return this.open;
  }

  send(messages: FromPage[], userEvent: boolean): number {
    return this.sent.push({ messages, userEvent });
  }
}

test("a path's properties are read apart from it, equal ones have one key", () => {
  const path = parsePath("a.b()?keypress&namespace=A%20B&empty=", () => "r");
  equal(path.path, "a.b()");
  deepEqual(path.properties, { keypress: "true", namespace: "A B", access: "r" });
  equal(
    parsePath("a.b()?namespace=A B&keypress=true", () => "r"),
    path,
  );
  ok(parsePath("a.b()", () => "r") !== path);
});

test("keys need exactly their modifiers", () => {
  const event = (key: string, modifiers = ""): KeyboardEvent => {
    const [ctrlKey, shiftKey] = [modifiers.includes("ctrl"), modifiers.includes("shift")];
    return { key, ctrlKey, shiftKey, altKey: false, metaKey: false } as KeyboardEvent;
  };
  ok(matches(event("S", "ctrl shift"), parseKeys("ctrl-shift-s")));
  ok(!matches(event("s", "ctrl"), parseKeys("ctrl-shift-s")));
  ok(matches(event(" "), parseKeys("space")));
  ok(matches(event("-", "ctrl"), parseKeys("ctrl--")));
  ok(matches(event("?", "shift"), parseKeys("?")));
});

test("values typed within a moment go as one, before the call that follows", () => {
  const wire = new Wire();
  const outbox = new Outbox(wire);
  outbox.write(at(2), "a");
  outbox.write(at(3), "x");
  outbox.write(at(2), "ab");
  outbox.call(at(9), null);
  const messages = [
    { type: "update", id: 2, value: "ab" },
    { type: "update", id: 3, value: "x" },
    { type: "update", id: 9, value: null },
  ];
  deepEqual(wire.sent, [{ messages, userEvent: true }]);
});

test("an older value of the server is known by its number", () => {
  const outbox = new Outbox(new Wire());
  const { field } = at(2);
  outbox.write(at(2), "a");
  equal(outbox.typed(field, 100), "a", "not even sent");
  outbox.flush();
  equal(outbox.typed(field, 0), "a");
  equal(outbox.typed(field, 1), undefined);
  equal(outbox.typed(at(3).field, 0), undefined);
  outbox.handled(1);
  equal(outbox.typed(field, 0), undefined);
});

test("what was typed for an object is known at whatever place its row is", () => {
  const wire = new Wire();
  const outbox = new Outbox(wire);
  const [alice, bob] = [
    { id: 3, obj: 7 },
    { id: 3, obj: 8 },
  ];
  outbox.write(at(4, alice), "Al");
  outbox.write(at(4, bob), "Bo");
  outbox.write(at(4, bob), "Bob");
  equal(outbox.typed(at(9, alice).field, 0), "Al");
  outbox.flush();
  deepEqual(wire.sent[0]?.messages, [
    { type: "update", id: 4, value: "Al", shown: alice },
    { type: "update", id: 4, value: "Bob", shown: bob },
  ]);
});

test("after a loss only what was not handled is said again, and calls of unknown fate never", () => {
  const wire = new Wire();
  const outbox = new Outbox(wire);
  outbox.call(at(5), null);
  outbox.write(at(2), "kept");
  outbox.flush();
  outbox.call(at(6), null);
  wire.open = false;
  outbox.lost();
  equal(outbox.call(at(7), null), false);
  outbox.write(at(4), "offline");
  wire.open = true;
  deepEqual(
    outbox.again(1, () => true),
    [],
  );
  const messages = [
    { type: "update", id: 2, value: "kept" },
    { type: "update", id: 6, value: null },
    { type: "update", id: 4, value: "offline" },
  ];
  deepEqual(wire.sent[3], { messages, userEvent: true });
  outbox.lost();
  const undelivered = outbox.again(null, (id) => id !== 4);
  deepEqual(
    undelivered.map(({ message }) => message.id),
    [6],
  );
  deepEqual(wire.sent[4]?.messages, [{ type: "update", id: 2, value: "kept" }]);
});
