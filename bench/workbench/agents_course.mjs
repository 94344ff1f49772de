// Half an hour of an agent with a course: every ten seconds it turns a page, fifty calls long, and takes a picture.
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { writeCourse } from "./long_course.mjs";

const PAGES = 180;
const CALLS = 50;

/** Like a slide: a picture that no page before had, and text over it. */
const SLIDES = `<!DOCTYPE html><html lang="en"><head><title>Slides</title></head><body style="margin: 0; font: 2rem sans-serif">
<canvas width="1200" height="560"></canvas><p></p><button id="next">Next</button>
<script>
  const api = parent.API_1484_11;
  api.Initialize("");
  const brush = document.querySelector("canvas").getContext("2d");
  let page = 0;
  document.querySelector("#next").onclick = () => {
    page += 1;
    for (let spot = 0; spot < 300; spot += 1) {
      const [x, y, wide] = [Math.random() * 1200, Math.random() * 560, 20 + Math.random() * 160];
      const shade = brush.createRadialGradient(x, y, 0, x, y, wide);
      shade.addColorStop(0, "hsla(" + Math.random() * 360 + " 60% 50% / 0.7)");
      shade.addColorStop(1, "transparent");
      brush.fillStyle = shade;
      brush.fillRect(x - wide, y - wide, 2 * wide, 2 * wide);
    }
    document.querySelector("p").textContent = "Page " + page + " of ${PAGES}";
    for (let call = 0; call < ${CALLS}; call += 2) {
      api.SetValue("cmi.location", page + "-" + call);
      api.GetValue("cmi.suspend_data");
    }
    api.Commit("");
  };
</script></body></html>`;

/** Plays it; the agent, and the session's id. */
export async function playAsAgent(start, greenroom, work) {
  const course = writeCourse(join(work, "slides"), 0, 0);
  writeFileSync(join(course, "index.html"), SLIDES);
  const agent = start(greenroom, ["mcp", "--no-open"], ["pipe", "pipe", "ignore"]);
  const answers = createInterface(agent.stdout);
  let count = 0;
  const ask = async (method, params) => {
    const id = ++count;
    agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    for (;;) {
      const [line] = await once(answers, "line");
      const answer = JSON.parse(line);
      if (answer.id !== id) continue;
      if (answer.error || answer.result.isError) throw new Error(line.slice(0, 500));
      return answer.result;
    }
  };
  const call = (name, given) => ask("tools/call", { name, arguments: given });
  await ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1" } });
  agent.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  const opened = await call("scorm_open_course", { package_path: course });
  const [, session_id] = /"session_id\\*":\s*\\*"(\w+)/.exec(JSON.stringify(opened));
  for (let page = 0; page < PAGES; page++) {
    await call("scorm_dom_click", { session_id, selector: "#next" });
    await call("scorm_capture_screenshot", { session_id });
  }
  return { agent, session: session_id };
}
