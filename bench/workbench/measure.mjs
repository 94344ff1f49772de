// How long people wait for Home and for the first page of a course: node bench/workbench/measure.mjs GREENROOM
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { browse, starter } from "../../scripts/browser.mjs";

const ROUNDS = 7;
const work = mkdtempSync(join(tmpdir(), "greenroom-measure-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true }));
const start = starter({ ...process.env, GREENROOM_HOME: join(work, "home") });
const { send, run, until, click } = await browse(start, work);

/** Notes when something is first there, in milliseconds since the navigation began. */
const NOTE = `
  window.noted = {};
  const marks = {
    home: () => document.querySelector("[data-connection=online]") && document.querySelector(".home[aria-busy=false]"),
    course: () => [...document.querySelectorAll(".row")].some((one) => one.textContent.includes("Initialize")),
  };
  const look = () => {
    for (const [name, is] of Object.entries(marks)) if (window.noted[name] === undefined && is()) window.noted[name] = performance.now();
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });`;

const server = start(process.argv[2], ["--no-open", "--port", "0"], ["ignore", "pipe", "ignore"]);
const [address] = await once(createInterface(server.stdout), "line");
await send("Page.enable");
await send("Page.addScriptToEvaluateOnNewDocument", { source: NOTE });
await send("Page.navigate", { url: address });
await until("window.noted?.home");

const told = (name, times) => {
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  console.log(`${name}: median ${sorted[ROUNDS >> 1]} ms, all ${sorted.join(" ")}`);
};
const homes = [];
for (let round = 0; round < ROUNDS; round++) {
  await run("window.noted = undefined");
  await send("Page.reload");
  await until("window.noted?.home");
  homes.push(await run("window.noted.home"));
}
// Each time from an open page to the first call of the course in a session of its own.
const plays = [];
for (let round = 0; round < ROUNDS; round++) {
  await run("history.replaceState(null, '', '#/home')");
  await run("window.noted = undefined");
  await send("Page.reload");
  await until("window.noted?.home && document.querySelector('.try:enabled')");
  await run("window.began = performance.now()");
  await click(".try");
  await until("window.noted.course");
  plays.push(await run("window.noted.course - window.began"));
}
console.log(`load of the machine: ${loadavg().map((one) => one.toFixed(1)).join(" ")}`);
told("Home, from reload until it can be used (at most 500 ms)", homes);
told("Play, from the click until the first page of the course has called (at most 800 ms)", plays);
process.exit();
