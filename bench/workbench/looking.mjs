// What people do with a timeline, measured: turning the wheel, going to a moment, searching.
import { loadavg } from "node:os";
import { frames, spans, spread, traced } from "./cpu.mjs";

const SCRUBS = 40;
const WHEELS = 150;

/** The table. */
export const rows = [];
export const row = (what, limit, numbers, unit = "ms") => {
  const { p50, p95, max, count } = spread(numbers);
  const round = (number) => (number < 10 ? number.toFixed(1) : Math.round(number));
  rows.push({ what, limit, p50: round(p50), p95: round(p95), max: round(max), unit, count, load: loadavg()[0].toFixed(1) });
  console.error(rows.at(-1));
};

/** Turns the wheel over the list, little and much, down and up. */
export const scroll = async (browser, name) => {
  const { send, run } = browser;
  const [x, y] = await run(`(() => { const box = document.querySelector(".timeline .virtual").getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2] })()`);
  const events = await traced(browser, async () => {
    await run("performance.mark('bench:scroll:begin')");
    for (let turn = 0; turn < WHEELS; turn++) {
      const deltaY = (turn % 5 === 4 ? 40_000 : 240) * (turn % 50 < 30 ? -1 : 1);
      await send("Input.dispatchMouseEvent", { type: "mouseWheel", x, y, deltaX: 0, deltaY });
    }
    await run("performance.mark('bench:scroll:end')");
  });
  // Frames in which nothing is to be done are none.
  const all = frames(events).filter((one) => one.work > 0.1);
  row(`${name}: script and layout per frame while scrolling, CPU`, 16, all.map((one) => one.work));
  row(`${name}: the same on the clock`, "", all.map((one) => one.wall));
  row(`${name}: all of the main thread per frame, CPU`, "", all.map((one) => one.thread));
};

/** Goes to moments at random, each until it is drawn. */
export const scrub = async (browser, name) => {
  const events = await traced(browser, () =>
    browser.run(`(async () => {
      const range = document.querySelector(".track input");
      let seed = 20_041;
      for (let turn = 0; turn < ${SCRUBS}; turn++) {
        seed = (seed * 48_271) % 2_147_483_647;
        await new Promise((rest) => setTimeout(rest, 20));
        performance.mark("bench:scrub:begin");
        range.value = seed % Number(range.max);
        range.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        performance.mark("bench:scrub:end");
      }
    })()`),
  );
  const all = spans(events, "scrub");
  row(`${name}: to any moment, CPU`, 100, all.map((one) => one.cpu));
  row(`${name}: the same on the clock`, "", all.map((one) => one.wall));
};

/** Types a search, letter by letter. */
export const search = async (browser, name) => {
  const events = await traced(browser, () =>
    browser.run(`(async () => {
      const field = document.querySelector(".inspector [data-search]");
      for (const text of ["p", "pa", "pag", "page", "page-", "page-4", ""]) {
        await new Promise((rest) => setTimeout(rest, 20));
        performance.mark("bench:search:begin");
        field.value = text;
        field.dispatchEvent(new Event("input", { bubbles: true }));
        await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
        performance.mark("bench:search:end");
      }
    })()`),
  );
  row(`${name}: a letter of a search, CPU`, "", spans(events, "search").map((one) => one.cpu));
};

export const heap = async ({ send }, name) => {
  await send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = await send("Runtime.getHeapUsage");
  row(`${name}: heap of scripts`, "", [usedSize / 1e6], "MB");
  row(`${name}: memory of the engine and other buffers`, "", [backingStorageSize / 1e6], "MB");
};
