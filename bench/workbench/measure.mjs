// How long people wait for Home and for the first page of a course: node bench/workbench/measure.mjs GREENROOM
//
// Beside the clock stands the CPU time of all processes together, server and browser: what the wait would be at
// most on a machine that does nothing else.
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { browse, starter } from "../../scripts/browser.mjs";

const ROUNDS = Number(process.argv[3] ?? 7);
const work = mkdtempSync(join(tmpdir(), "greenroom-measure-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));
const begin = starter({ ...process.env, GREENROOM_HOME: join(work, "home") });
const begun = [process.pid];
const start = (...given) => {
  const child = begin(...given);
  begun.push(child.pid);
  return child;
};

/** CPU time of what was begun here and of all that it began, in milliseconds; a tick is a hundredth of a second. */
const cpu = () => {
  const known = new Set(begun);
  let ticks = 0;
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number).sort((a, b) => a - b);
  for (const pid of all) {
    try {
      const [, parent, ...fields] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
      if (known.has(Number(parent))) known.add(pid);
      if (known.has(pid) && pid !== process.pid) ticks += Number(fields[9]) + Number(fields[10]);
    } catch {
      // It has just ended.
    }
  }
  return ticks * 10;
};
const { send, run, until, click, look } = await browse(start, work);

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
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });`;

const server = start(process.argv[2], ["--no-open", "--port", "0"], ["ignore", "pipe", "ignore"]);
const [address] = await once(createInterface(server.stdout), "line");
await send("Page.enable");
await look(1440, 900);
await send("Page.addScriptToEvaluateOnNewDocument", { source: NOTE });
await send("Page.navigate", { url: address });
await until("window.noted?.home");

const cpuOf = { homes: [], plays: [] };
const told = (name, times) => {
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  console.log(`${name}: median ${sorted[ROUNDS >> 1]} ms, all ${sorted.join(" ")}`);
};
const homes = [];
for (let round = 0; round < ROUNDS; round++) {
  await run("window.noted = undefined");
  const before = cpu();
  await send("Page.reload");
  await until("window.noted?.home");
  cpuOf.homes.push(cpu() - before);
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
  const before = cpu();
  await click(".try");
  await until("window.noted.course");
  cpuOf.plays.push(cpu() - before);
  plays.push(await run("window.noted.course - window.began"));
}
console.log(`load of the machine: ${loadavg().map((one) => one.toFixed(1)).join(" ")}`);
told("Home, from reload until it can be used (at most 500 ms)", homes);
told("Play, from the click until the first page of the course has called (at most 800 ms)", plays);
told("Home, CPU of all processes", cpuOf.homes);
told("Play, CPU of all processes", cpuOf.plays);
process.exit();
