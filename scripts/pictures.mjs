// Takes the pictures of the workbench: node scripts/pictures.mjs GREENROOM WORK FOLDER
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { browse, starter } from "./browser.mjs";

const [greenroom, work, folder] = process.argv.slice(2);
const env = { ...process.env, GREENROOM_HOME: join(work, "home") };
const start = starter(env);
const { send, run, until, shows, click, look } = await browse(start, work);
const take = async (name) => {
  // What was just laid out is painted in the next frame but one.
  await run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const { data } = await send("Page.captureScreenshot", { format: "png" });
  writeFileSync(join(folder, `${name}.png`), Buffer.from(data, "base64"));
};

const server = start(greenroom, ["--no-open", "--port", "0"], ["ignore", "pipe", "ignore"]);
const [address] = await once(createInterface(server.stdout), "line");
await look(1440, 900);
await send("Page.navigate", { url: address });
await until("document.querySelector('.steps')");
await take("home-empty");

// One course with a fault, one without, which is played.
const draft = join(work, "courses", "first-draft");
mkdirSync(join(work, "courses"));
cpSync("examples/courses/tea-tasting", draft, { recursive: true });
const manifest = join(draft, "imsmanifest.xml");
const mended = readFileSync(manifest, "utf8");
writeFileSync(manifest, mended.replace('href="brewing.html"', 'href="brewng.html"').replace("Tea tasting", "First draft"));
const open = async (path) => {
  await until("document.querySelector('.drop-path input')");
  await run(`(() => { const field = document.querySelector(".drop-path input"); field.value = ${JSON.stringify(path)};
    field.dispatchEvent(new Event("input", { bubbles: true })) })()`);
  await click(".drop-path button:enabled");
  await until("location.hash.startsWith('#/play/')");
};
await open(draft);
await until("document.querySelector('.row')");
await run("location.hash = '#/home'");
await click(".try");
await until(shows(".row", "one-plant"));

// An agent plays another one beside.
const agent = start(greenroom, ["mcp", "--no-open"], ["pipe", "pipe", "ignore"]);
const answers = createInterface(agent.stdout);
const call = async (id, method, params) => {
  agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  for (;;) {
    const [line] = await once(answers, "line");
    const answer = JSON.parse(line);
    if (answer.id === id) return answer;
  }
};
const clientInfo = { name: "claude-code", version: "1" };
await call(1, "initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
const course = join(process.cwd(), "examples/courses/hand-washing");
const opened = await call(2, "tools/call", { name: "scorm_open_course", arguments: { package_path: course } });
const [, session_id] = /"session_id\\*":\s*\\*"(\w+)/.exec(JSON.stringify(opened));
await call(3, "tools/call", { name: "scorm_capture_screenshot", arguments: { session_id } });

await until(shows(".scrubber", "live"));
/** Presses what is so far from the lower right corner of the course. */
const point = async (right, bottom) => {
  const box = await run("(({ right, bottom }) => ({ right, bottom }))(document.querySelector('iframe.course').getBoundingClientRect())");
  for (const type of ["mousePressed", "mouseReleased"])
    await send("Input.dispatchMouseEvent", { type, x: box.right - right, y: box.bottom - bottom, button: "left", clickCount: 1 });
};
await point(90, 45);
await until(shows(".row", "oxygen"));
await point(90, 45);
await until(shows(".act", "100 % seen"));
await click(".stage-bar button[title='Next activity']:enabled");
await until(shows(".row", "heat"));
await run("[...document.querySelectorAll('.row')].findLast((one) => one.textContent.includes('heat')).click()");
await until("document.querySelector('.detail .from pre')");
await take("play");
await click("[data-activity=quiz] .why-button");
await until("document.querySelector('.why-pane h2')");
await take("play-locked");
await run("document.querySelector('.why-pane').hidePopover()");
for (const tab of ["data", "why", "compare", "findings"]) {
  await click(`#tab-${tab}`);
  await until(`document.querySelector(".inspector .${tab}")`);
  await take(`play-${tab}`);
}
await look(390, 844);
await click(".bottombar button:nth-child(1)");
await take("play-phone");
await look(1440, 900, "dark");
await click("#tab-timeline");
await take("play-dark");

// What an LMS keeps of it.
await look(1440, 900);
await click(".lms-pick");
await click(".lms-option input[value=moodle]");
await click(".play-as .primary:enabled");
await until(shows(".lms-pick", "Moodle"));
await click("#tab-lms");
await until(shows(".lms .verdict", "stored as"));
await until(shows(".lms-stored", "3 values"));
await take("play-lms");

await run("location.hash = '#/home'");
await until(`${shows(".tile .driver", "claude-code")} && document.querySelector(".finding-tag.is-bad") && document.querySelector(".tile-picture :is(.last-picture, canvas:not([hidden]))") && !${shows(".finding-tag", "being checked")}`);
// Where the courses of this run lie is nobody's business.
await run(`document.querySelectorAll(".path").forEach((one) => { one.textContent = one.textContent.replace(/^.*\\/(?=[^/]+$)/, "~/courses/") })`);
await take("home");

const question = [
  "How shall the quiz end for learners who fail it twice?",
  "again=Let them try again",
  "remedy=Send them back to the lesson",
  "close=Close it with the score",
];
start(greenroom, ["ask", "--client", "course agent", "single_choice", ...question], "ignore");
await run("location.hash = '#/questions'");
await until(shows(".card", "fail it twice"));
await take("workbench");
for (const view of ["pages", "history", "inspector", "settings"]) {
  await run(`location.hash = "#/${view}"`);
  await until(`document.querySelector(".view-${view} h1")`);
  await take(view === "inspector" ? "messages" : view);
}
process.exit();
