// A browser for scripts, over a pipe, so that Node needs nothing beside itself.
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";

/** Starts programs that end with the script. */
export function starter(env) {
  const started = [];
  process.on("exit", () => started.forEach((child) => child.kill()));
  return (program, given, stdio) => {
    const child = spawn(program, given, { env, stdio });
    started.push(child);
    return child;
  };
}

/** A browser with one page. */
export async function browse(start, work) {
  const profile = mkdtempSync(join(work, "profile-"));
  const options = ["--no-sandbox", "--hide-scrollbars", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
  const pipes = ["ignore", "ignore", "ignore", "pipe", "pipe"];
  const browser = start("chromium-headless-shell", [...options, "about:blank"], pipes);
  const waiting = new Map();
  const listeners = new Set();
  let text = "";
  browser.stdio[4].on("data", (bytes) => {
    const parts = (text + bytes).split("\0");
    text = parts.pop();
    for (const part of parts) {
      const { id, result, error, method, params } = JSON.parse(part);
      if (waiting.has(id)) waiting.get(id)(error ? Promise.reject(new Error(error.message)) : result);
      waiting.delete(id);
      for (const one of listeners) if (one.method === method) one.heard(params);
    }
  });
  let count = 0;
  let sessionId;
  const send = (method, params = {}) =>
    new Promise((done) => {
      waiting.set(++count, done);
      browser.stdio[3].write(`${JSON.stringify({ id: count, method, params, sessionId })}\0`);
    });
  /** Hears what the browser tells, until what it gives is called. */
  const on = (method, heard) => {
    const one = { method, heard };
    listeners.add(one);
    return () => listeners.delete(one);
  };
  const { targetInfos } = await send("Target.getTargets");
  const page = targetInfos.find((one) => one.type === "page");
  ({ sessionId } = await send("Target.attachToTarget", { targetId: page.targetId, flatten: true }));

  const run = async (expression) => {
    const { result, exceptionDetails } = await send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  };
  /** Waits for something that the page shows. */
  const until = async (expression, patience = 60_000) => {
    for (const end = Date.now() + patience; ; ) {
      if (await run(`Boolean(${expression})`)) return;
      if (Date.now() > end) throw new Error(`in vain: ${expression}`);
      await new Promise((done) => setTimeout(done, 100));
    }
  };
  const shows = (selector, words) =>
    `[...document.querySelectorAll(${JSON.stringify(selector)})].some((one) => one.textContent.includes(${JSON.stringify(words)}))`;
  const click = async (selector) => {
    await until(`document.querySelector(${JSON.stringify(selector)})`);
    await run(`document.querySelector(${JSON.stringify(selector)}).click()`);
  };
  const look = async (width, height, scheme = "light") => {
    await send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: width < 600 });
    const features = [
      { name: "prefers-color-scheme", value: scheme },
      { name: "prefers-reduced-motion", value: "reduce" },
    ];
    await send("Emulation.setEmulatedMedia", { features });
  };
  return { send, on, run, until, shows, click, look };
}
