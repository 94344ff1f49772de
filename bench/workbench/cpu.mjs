// How much of the processor a page takes, from a trace of the browser: the time of its main thread, which the
// load of the machine does not change, beside the time on the clock.

const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "disabled-by-default-devtools.timeline.frame",
  "blink.user_timing",
];
/** What counts as script, style and layout; what is inside another one counts with it. */
const WORK = new Set([
  "EventDispatch",
  "FunctionCall",
  "EvaluateScript",
  "TimerFire",
  "FireAnimationFrame",
  "RunMicrotasks",
  "MajorGC",
  "MinorGC",
  "UpdateLayoutTree",
  "Layout",
]);

/** Runs something while the browser is traced, and gives the events of the page's main thread. */
export async function traced({ send, on }, act) {
  const events = [];
  const stop = on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await send("Tracing.start", { traceConfig: { includedCategories: CATEGORIES }, transferMode: "ReportEvents" });
  await act();
  const complete = new Promise((done) => on("Tracing.tracingComplete", done));
  await send("Tracing.end");
  await complete;
  stop();
  const marks = events.filter((one) => one.cat?.includes("blink.user_timing") && one.name.startsWith("bench:"));
  const { pid, tid } = marks[0] ?? {};
  return events.filter((one) => one.pid === pid && one.tid === tid).sort((a, b) => a.ts - b.ts);
}

/** For each frame: the CPU of script, style and layout, of the whole thread, and the time on the clock, in milliseconds. */
export function frames(events) {
  const begun = events.filter((one) => one.name === "BeginMainThreadFrame");
  const all = [];
  for (let place = 0; place + 1 < begun.length; place++) {
    const [from, to] = [begun[place].ts, begun[place + 1].ts];
    // The task of a frame begins before the frame does, and ends after it.
    const tasks = events.filter((one) => one.name === "RunTask" && one.ph === "X" && within(one.ts + one.dur, from, to));
    const inside = events.filter((one) => within(one.ts, from, to));
    let [work, end, wall] = [0, 0, 0];
    for (const one of inside) {
      if (!WORK.has(one.name) || one.ph !== "X" || one.ts < end) continue;
      work += one.tdur ?? one.dur ?? 0;
      wall += one.dur ?? 0;
      end = one.ts + (one.dur ?? 0);
    }
    const thread = tasks.reduce((sum, one) => sum + (one.tdur ?? 0), 0);
    all.push({ work: work / 1000, thread: thread / 1000, wall: wall / 1000 });
  }
  return all;
}

const within = (time, from, to) => time >= from && time < to;

/** CPU and clock between the marks `bench:<name>:begin` and `…:end`, in milliseconds. */
export function spans(events, name) {
  const marks = events.filter((one) => one.name.startsWith(`bench:${name}:`) && one.tts !== undefined);
  const spans = [];
  for (let place = 0; place + 1 < marks.length; place++) {
    const [a, b] = [marks[place], marks[place + 1]];
    if (!a.name.endsWith(":begin") || !b.name.endsWith(":end")) continue;
    spans.push({ cpu: (b.tts - a.tts) / 1000, wall: (b.ts - a.ts) / 1000 });
  }
  return spans;
}

/** `p50 p95 max` of numbers. */
export function spread(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), max: at(1), count: sorted.length };
}
