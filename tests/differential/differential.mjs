// Gives the same calls to the engine (WebAssembly) and to scorm-again, and compares the answers.
// Usage: node differential.mjs ENGINE.wasm [--list]
// A difference is a failure, unless it is in the list of places where ADL's rules win.

import { readFileSync } from "node:fs";
import { Scorm12API, Scorm2004API } from "scorm-again";
import { FUNCTIONS, loadSync } from "../../crates/scorm-wasm/js/engine.js";
import { ELEMENTS_1_2, ELEMENTS_2004, VALUES } from "./calls.mjs";
import { ADL_WINS } from "./adl_wins.mjs";

const engine = loadSync(readFileSync(process.argv[2]));
const list = process.argv.includes("--list");

function manifest(version) {
  const is12 = version === "1.2";
  const imscp = is12 ? "http://www.imsproject.org/xsd/imscp_rootv1p1p2" : "http://www.imsglobal.org/xsd/imscp_v1p1";
  const adlcp = is12 ? "http://www.adlnet.org/xsd/adlcp_rootv1p2" : "http://www.adlnet.org/xsd/adlcp_v1p3";
  const scormType = is12 ? "scormtype" : "scormType";
  const schemaversion = is12 ? "1.2" : "2004 4th Edition";
  return `<manifest identifier="m" xmlns="${imscp}" xmlns:adlcp="${adlcp}"><metadata><schema>ADL SCORM</schema><schemaversion>${schemaversion}</schemaversion></metadata><organizations default="o"><organization identifier="o"><title>o</title><item identifier="i" identifierref="r"><title>i</title></item></organization></organizations><resources><resource identifier="r" type="webcontent" adlcp:${scormType}="sco" href="a.html"/></resources></manifest>`;
}

function ours(version) {
  const session = engine.open({
    manifest: manifest(version),
    learner: { id: "l", name: "Learner, A" },
    options: { report_changes: false },
  });
  session.apply(JSON.stringify({ v: 1, at: 0, random: 0, event: { kind: "launched", launch: "start" } }));
  const call = (name, first, second) => session.call(FUNCTIONS.indexOf(name), first, second, 0, 0);
  call("Initialize", "");
  return {
    set: (element, value) => call("SetValue", element, value),
    get: (element) => call("GetValue", element),
    error: () => call("GetLastError"),
    free: () => session.free(),
  };
}

function theirs(version) {
  const Api = version === "1.2" ? Scorm12API : Scorm2004API;
  const api = new Api({ autocommit: false, logLevel: 5 });
  api.lmsInitialize("");
  return {
    set: (element, value) => api.lmsSetValue(element, value),
    get: (element) => api.lmsGetValue(element),
    error: () => api.lmsGetLastError(),
    free: () => {},
  };
}

/** What a SCO sees: the answer and the error code of a set, then of a get. */
function seen(api, { element, before }, value) {
  for (const [name, text] of before) api.set(name, text);
  const set = attempt(() => api.set(element, value));
  const setError = String(api.error());
  const get = attempt(() => api.get(element));
  const getError = String(api.error());
  api.free();
  return { set, setError, get, getError };
}

function attempt(call) {
  try {
    const answer = call();
    return typeof answer === "string" ? answer : `(${typeof answer})`;
  } catch (fault) {
    return `(threw ${fault.constructor.name})`;
  }
}

const counted = { calls: 0, equal: 0, adl_wins: 0, unexplained: 0 };
const used = new Set();
for (const [version, elements] of [["1.2", ELEMENTS_1_2], ["2004", ELEMENTS_2004]]) {
  for (const call of elements) {
    for (const value of VALUES) {
      const mine = seen(ours(version), call, value);
      const other = seen(theirs(version), call, value);
      for (const step of ["set", "get"]) {
        counted.calls += 1;
        const [a, b] = [mine, other].map((answers) => `${answers[step]} ${answers[`${step}Error`]}`);
        if (a === b) {
          counted.equal += 1;
          continue;
        }
        const difference = { version, ...call, value, step, ours: a, theirs: b, set: mine.set, theirSet: other.set };
        const rule = ADL_WINS.find((candidate) => candidate.applies(difference));
        if (rule) {
          counted.adl_wins += 1;
          used.add(rule);
          continue;
        }
        counted.unexplained += 1;
        if (list || counted.unexplained <= 20) console.error(JSON.stringify(difference));
      }
    }
  }
}
const idle = ADL_WINS.filter((rule) => !used.has(rule)).map((rule) => rule.name);
console.log(JSON.stringify({ ...counted, idle }));
process.exit(counted.unexplained === 0 && idle.length === 0 ? 0 : 1);
