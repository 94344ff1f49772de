// What a session of 100,000 calls costs those who look at it, live and as a trace file:
// node bench/workbench/timeline.mjs GREENROOM [CALLS]
import { once } from "node:events";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { browse, starter } from "../../scripts/browser.mjs";
import { playAsAgent } from "./agents_course.mjs";
import { heap, row, rows, scroll, scrub, search } from "./looking.mjs";
import { writeCourse } from "./long_course.mjs";

const [greenroom, given] = process.argv.slice(2);
const CALLS = Number(given ?? 100_000);
/** Calls of thirty minutes, five in each second. */
const HALF_AN_HOUR = 9_000;
/** While it is looked at, the course goes on with a hundred calls in each second. */
const EVERY_MS = 10;

const work = mkdtempSync(join(tmpdir(), "greenroom-timeline-"));
process.on("exit", () => rmSync(work, { recursive: true, force: true, maxRetries: 5 }));
const env = { ...process.env, GREENROOM_HOME: join(work, "home") };
const start = starter(env);
const MOMENTS = `Number(document.querySelector(".moment b")?.textContent.match(/(\\d+)\\D*$/)?.[1] ?? 0)`;

/** Plays a course to its end in the workbench; the session's id. */
const play = async (browser, calls, every) => {
  const course = writeCourse(join(work, `course-${calls}`), calls, every);
  const server = start(greenroom, ["play", course, "--no-open", "--port", "0"], ["ignore", "pipe", "ignore"]);
  const [address] = await once(createInterface(server.stdout), "line");
  await browser.send("Page.navigate", { url: address });
  await browser.until("document.querySelector('.timeline .virtual')");
  const began = performance.now();
  await browser.until(`${MOMENTS} > ${calls}`, 1_200_000);
  row(`${calls} calls, made and taken in`, "", [(performance.now() - began) / 1000], "s");
  return { server, session: await browser.run("location.hash.match(/play\\/([\\w-]+)/)[1]") };
};

/** Opens a trace of a session from the disk. */
const open = async (browser, session, name, limit) => {
  const file = join(work, `${session}.html`);
  execFileSync(greenroom, ["trace", "export", session, "-o", file], { env, stdio: ["ignore", "ignore", "inherit"] });
  row(`${name}: size`, limit.megabytes, [statSync(file).size / 1e6], "MB");
  await browser.send("Page.navigate", { url: "about:blank" });
  await browser.send("Page.navigate", { url: pathToFileURL(file).href });
  await browser.until("document.documentElement?.dataset.trace === 'ready'", 120_000);
  const [wall, first] = await browser.run(
    "[performance.getEntriesByName('trace:ready')[0]?.startTime ?? performance.now(), performance.getEntriesByName('trace:drawn')[0]?.startTime ?? 0]",
  );
  const { metrics } = await browser.send("Performance.getMetrics");
  const { value } = metrics.find((one) => one.name === "TaskDuration");
  row(`${name}: drawn for the first time, on the clock`, "", [first]);
  row(`${name}: opened, on the clock`, limit.opens, [wall]);
  row(`${name}: opened, tasks of the main thread`, "", [value * 1000]);
};

/** Ends a program; as long as it runs, it would be given the next course. */
const end = async (program) => {
  program.kill();
  await once(program, "exit");
};

const browser = await browse(start, work);
await browser.send("Page.enable");
await browser.send("Performance.enable", { timeDomain: "threadTicks" });
await browser.look(1440, 900);

const long = await play(browser, CALLS, EVERY_MS);
await scroll(browser, "live");
await scrub(browser, "live");
await search(browser, "live");
await heap(browser, "live");
await browser.send("Page.navigate", { url: "about:blank" });
await open(browser, long.session, `trace of ${CALLS} calls`, { megabytes: "", opens: "" });
await scroll(browser, "trace");
await scrub(browser, "trace");
await heap(browser, "trace");
await end(long.server);

const short = await play(browser, HALF_AN_HOUR, 0);
await open(browser, short.session, "trace of 30 minutes", { megabytes: 15, opens: 2000 });
await end(short.server);

const { agent, session } = await playAsAgent(start, greenroom, work);
await open(browser, session, "trace of 30 minutes of an agent, 180 pictures", { megabytes: 15, opens: 2000 });
await end(agent);
console.table(rows);
process.exit();
