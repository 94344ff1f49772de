// The engine as WebAssembly beside scorm-again, in the same Node process: `node engine.mjs WASM`.
// Prints one row per operation with the median time of both and their ratio.

import { readFileSync } from "node:fs";
import { Scorm2004API } from "scorm-again";
import { FUNCTIONS, loadSync } from "../../crates/scorm-wasm/js/engine.js";

const ROUNDS = 15;
const engine = loadSync(readFileSync(process.argv[2]));

const SET = FUNCTIONS.indexOf("SetValue");
const GET = FUNCTIONS.indexOf("GetValue");

// A flat course: `count` SCOs under one root with flow and choice.
function manifest(count) {
  const items = Array.from({ length: count }, (_, n) => `<item identifier="i${n}" identifierref="r"><title>${n}</title></item>`);
  return `<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"><metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata><organizations default="o"><organization identifier="o"><title>o</title>${items.join("")}<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing></organization></organizations><resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html"/></resources></manifest>`;
}

function ours(count = 1) {
  const session = engine.open({
    manifest: manifest(count),
    learner: { id: "l", name: "L" },
    options: { report_changes: false },
  });
  session.apply(JSON.stringify({ v: 1, at: 0, random: 0, event: { kind: "launched", launch: "start" } }));
  session.call(FUNCTIONS.indexOf("Initialize"), "", undefined, 0, 0);
  session.takeEffects();
  return {
    set: (element, value) => session.call(SET, element, value, 0, 0),
    get: (element) => session.call(GET, element, undefined, 0, 0),
    snapshot: () => session.snapshot(),
    session,
  };
}

function theirs() {
  const api = new Scorm2004API({ autocommit: false, logLevel: 5 });
  api.lmsInitialize("");
  return {
    set: (element, value) => api.lmsSetValue(element, value),
    get: (element) => api.lmsGetValue(element),
    snapshot: () => api.renderCMIToJSONString(),
  };
}

function fill(api, count) {
  for (let n = 0; n < count; n += 1) {
    api.set(`cmi.interactions.${n}.id`, `q${n}`);
    api.set(`cmi.interactions.${n}.type`, "choice");
    api.set(`cmi.interactions.${n}.learner_response`, "a");
    api.set(`cmi.interactions.${n}.result`, "correct");
  }
  return api;
}

/** Median nanoseconds of one call of `work`, over rounds of `times` calls. */
function measure(work, times) {
  const rounds = [];
  for (let round = 0; round < ROUNDS + 3; round += 1) {
    const start = process.hrtime.bigint();
    for (let n = 0; n < times; n += 1) work(n);
    const each = Number(process.hrtime.bigint() - start) / times;
    if (round >= 3) rounds.push(each);
  }
  return rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
}

function text(ns) {
  if (ns < 1e3) return `${ns.toFixed(0)} ns`;
  return ns < 1e6 ? `${(ns / 1e3).toFixed(2)} µs` : `${(ns / 1e6).toFixed(2)} ms`;
}

const long = "x".repeat(64000);
const OPERATIONS = [
  ["SetValue cmi.location, a new value each time", (api) => (n) => api.set("cmi.location", `p${n}`), 20000],
  ["GetValue cmi.location", (api) => () => api.get("cmi.location"), 20000],
  ["SetValue cmi.score.scaled, refused", (api) => () => api.set("cmi.score.scaled", "7"), 5000],
  ["SetValue cmi.suspend_data, 64,000 characters", (api) => () => api.set("cmi.suspend_data", long), 200],
  ["SetValue interactions.999.result of 1,000", (api) => (fill(api, 1000), () => api.set("cmi.interactions.999.result", "incorrect")), 5000],
  ["snapshot of 1,000 interactions", (api) => (fill(api, 1000), () => api.snapshot()), 5],
];

console.log("operation | greenroom (WebAssembly) | scorm-again | ratio");
for (const [name, prepare, times] of OPERATIONS) {
  const mine = measure(prepare(ours()), times);
  const other = measure(prepare(theirs()), times);
  console.log(`${name} | ${text(mine)} | ${text(other)} | 1/${(other / mine).toFixed(1)}`);
}

// How `continue` grows with the tree: there and back again over the first two activities.
console.log("\nactivities | greenroom: one continue with unload and delivery");
for (const count of [100, 1000, 10000]) {
  const { session } = ours(count);
  const happen = (event) => session.apply(JSON.stringify({ v: 1, at: 0, random: 0, event }));
  const step = (request) => {
    happen({ kind: "navigation_requested", request });
    happen({ kind: "content_unloaded" });
  };
  const both = measure((n) => step(n % 2 === 0 ? "continue" : "previous"), 50);
  console.log(`${count} | ${text(both)}`);
}
