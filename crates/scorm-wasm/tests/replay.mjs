// Replays recorded sessions on the WebAssembly build and compares with the native answers.
// Usage: node replay.mjs ENGINE.wasm RECORDING.jsonl
// Each line is one session: {name, opening, events: [[event, effects], …], snapshot}, where the
// texts are the native build's JSON, compared byte for byte.

import { readFileSync, createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { FUNCTIONS, loadSync } from "../js/engine.js";

const [wasm, recording] = process.argv.slice(2);
const bytes = readFileSync(wasm);
const engine = loadSync(bytes);
let sessions = 0;
let events = 0;

function fail(name, what, native, ours) {
  console.error(`${name}: ${what}\n native: ${native}\n wasm:   ${ours}`);
  process.exit(1);
}

for await (const line of createInterface({ input: createReadStream(recording) })) {
  const record = JSON.parse(line);
  const applied = engine.open(record.opening);
  const called = engine.open(record.opening);
  for (const [event, effects] of record.events) {
    const ours = applied.ask("apply", event);
    if (ours !== effects) fail(record.name, event, effects, ours);
    replayByCall(record.name, called, JSON.parse(event), event, effects);
    events += 1;
  }
  for (const [way, session] of Object.entries({ applied, called })) {
    const snapshot = session.snapshot();
    if (snapshot !== record.snapshot) fail(record.name, way, record.snapshot, snapshot);
    const restored = engine.restore(record.opening, snapshot);
    if (restored.snapshot() !== snapshot) fail(record.name, "restored", snapshot, restored.snapshot());
    restored.free();
    session.free();
  }
  sessions += 1;
}
const size = { raw: bytes.length, gzipped: gzipSync(bytes, { level: 9 }).length };
console.log(JSON.stringify({ sessions, events, size }));

// The page's short way must leave the same state and give the same answers.
function replayByCall(name, session, { at, random, event }, text, native) {
  if (event.kind !== "api_called" || event.origin !== "content") {
    session.ask("apply", text);
    return;
  }
  const [first, second] = event.args;
  const value = session.call(FUNCTIONS.indexOf(event.function), first, second, at, random);
  const answer = JSON.parse(native).find((effect) => effect.effect === "answered");
  if (value !== answer.value || session.error !== answer.error) {
    fail(name, text, `${answer.value} ${answer.error}`, `${value} ${session.error}`);
  }
  session.takeEffects();
}
