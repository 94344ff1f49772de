import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { readFrame } from "../workbench/courses/frame_message";
import { staysHere } from "../workbench/courses/hand";

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test("keys go to the course, but for those that the browser needs", () => {
  const cases: [string, Partial<typeof NONE>, boolean][] = [
    ["a", {}, false],
    ["Tab", {}, false],
    ["Tab", { shiftKey: true }, false],
    ["Escape", {}, false],
    ["F5", {}, true],
    ["F1", {}, false],
    ["r", { ctrlKey: true }, true],
    ["T", { metaKey: true, shiftKey: true }, true],
    ["a", { ctrlKey: true }, false],
    ["v", { ctrlKey: true }, true],
    ["ArrowLeft", { altKey: true }, true],
    ["ArrowLeft", { ctrlKey: true }, false],
    ["@", { ctrlKey: true, altKey: true }, false],
  ];
  for (const [key, held, stays] of cases)
    equal(staysHere({ key, ...NONE, ...held }), stays, `${JSON.stringify(held)} ${key}`);
});

test("a frame is a header and a picture", async () => {
  const header = { session_id: "s", number: 3, width: 10, height: 20 };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(4 + text.length + 2);
  new DataView(bytes.buffer).setUint32(0, text.length);
  bytes.set(text, 4);
  bytes.set([0xff, 0xd8], 4 + text.length);
  const frame = readFrame(bytes.buffer);
  deepEqual(frame.header, header);
  deepEqual([...new Uint8Array(await frame.jpeg.arrayBuffer())], [0xff, 0xd8]);
});
