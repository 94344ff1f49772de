// The parts of the UI page that need no document.

import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { matches, parseKeys } from "../ui/keys";
import { Outbox } from "../ui/outbox";
import { parsePath } from "../ui/path";
import type { FromPage } from "../ui/wire";

Object.assign(globalThis, { window: globalThis });

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
  equal(parsePath("a.b()?namespace=A B&keypress=true", () => "r"), path);
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
  outbox.write(2, "a");
  outbox.write(3, "x");
  outbox.write(2, "ab");
  outbox.call(9, null);
  const messages = [
    { type: "update", id: 2, value: "ab" },
    { type: "update", id: 3, value: "x" },
    { type: "update", id: 9, value: null },
  ];
  deepEqual(wire.sent, [{ messages, userEvent: true }]);
});

test("an older value of the server is known by its number", () => {
  const outbox = new Outbox(new Wire());
  outbox.write(2, "a");
  ok(outbox.isNewer(2, 100), "not even sent");
  outbox.flush();
  ok(outbox.isNewer(2, 0) && !outbox.isNewer(2, 1) && !outbox.isNewer(3, 0));
  outbox.handled(1);
  ok(!outbox.isNewer(2, 0));
});

test("after a loss only what was not handled is said again, and calls of unknown fate never", () => {
  const wire = new Wire();
  const outbox = new Outbox(wire);
  outbox.call(5, null);
  outbox.write(2, "kept");
  outbox.flush();
  outbox.call(6, null);
  wire.open = false;
  outbox.lost();
  equal(outbox.call(7, null), null);
  outbox.write(4, "offline");
  wire.open = true;
  deepEqual(outbox.again(1, () => true), []);
  const messages = [
    { type: "update", id: 2, value: "kept" },
    { type: "update", id: 6, value: null },
    { type: "update", id: 4, value: "offline" },
  ];
  deepEqual(wire.sent[3], { messages, userEvent: true });
  outbox.lost();
  const undelivered = outbox.again(null, (id) => id !== 4);
  deepEqual(undelivered.map(({ message }) => message.id), [6]);
  deepEqual(wire.sent[4]?.messages, [{ type: "update", id: 2, value: "kept" }]);
});
