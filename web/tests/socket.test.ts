import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { ask, connect } from "../workbench/socket";

/** A connection that opens when it is told to. */
class Line {
  static readonly OPEN = 1;
  static last: Line;
  readyState = 0;
  readonly sent: string[] = [];
  onopen = () => {};
  onmessage = (_event: { data: string }) => {};
  onclose = (_event: { code: number }) => {};
  constructor() {
    Line.last = this;
  }
  send(text: string) {
    this.sent.push((JSON.parse(text) as { type: string }).type);
  }
}

Object.assign(globalThis, {
  WebSocket: Line,
  location: { protocol: "http:", host: "localhost" },
  document: { hidden: true, addEventListener: () => {} },
  sessionStorage: { getItem: () => "token" },
});

test("what is asked before the first connection stands is asked once it does; later nothing waits", async () => {
  const first = ask({ type: "course-try" }, "course-opened");
  connect({ message: () => {}, frame: () => {}, connection: () => {} });
  const second = ask({ type: "course-try" }, "course-opened");
  deepEqual(Line.last.sent, []);
  Line.last.readyState = Line.OPEN;
  Line.last.onopen();
  deepEqual(Line.last.sent, ["auth", "course-try", "course-try"]);
  for (const seq of [1, 2]) {
    Line.last.onmessage({ data: JSON.stringify({ type: "course-opened", seq, session_id: `s${seq}` }) });
  }
  equal((await first).session_id, "s1");
  equal((await second).session_id, "s2");

  Line.last.readyState = 3;
  const late = ask({ type: "course-try" }, "course-opened");
  equal(await late.catch((error: Error) => error.message), "not connected");
});
