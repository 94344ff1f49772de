// The one place that talks to the LMS, for SCORM 1.2 and SCORM 2004.
// It finds the API, never throws, and saves after every step: what is left to the end of the page may never arrive.
(function () {
  "use strict";

  const IS_2004 = window.CourseSettings.scorm !== "1.2";
  const DEEPEST = 30;
  const MOST_RETRIES = 5;
  const RETRY_AFTER_MS = 5000;
  // Every LMS keeps so many characters, whatever the version.
  const MOST_STATE = 4000;

  // A window of another origin may be passed, but not looked into.
  function apiOf(win) {
    try {
      return (IS_2004 ? win.API_1484_11 : win.API) || null;
    } catch (error) {
      return null;
    }
  }

  function searchUp(start) {
    let win = start;
    for (let step = 0; win && step < DEEPEST; step += 1) {
      const found = apiOf(win);
      if (found) return found;
      if (win.parent === win) return null;
      win = win.parent;
    }
    return null;
  }

  function findApi() {
    try {
      const near = searchUp(window);
      if (near) return near;
      let win = window;
      for (let step = 0; step < DEEPEST; step += 1) {
        const found = win.opener ? searchUp(win.opener) : null;
        if (found) return found;
        if (win.parent === win) return null;
        win = win.parent;
      }
    } catch (error) {
      console.warn("SCORM: the search for the API was broken off", error);
    }
    return null;
  }

  const api = findApi();
  const startedAt = Date.now();
  let open = false;
  let writable = false;
  let credit = true;
  let done = false;
  // "passed" or "failed", once it is known.
  let judgement = "";
  // The LMS knows that the learner has begun and is not through.
  let begun = false;
  let steps = 0;
  let interactions = 0;
  let retries = 0;
  let exit = "suspend";
  // What was set, so that nothing is sent twice; and which of it no save has carried yet.
  const sent = new Map();
  const unsaved = new Set();
  // What the save before this one carried, and what saves carried that failed.
  let carried = new Set();
  const missed = new Set();

  // LMSs answer with text, numbers, undefined or an exception.
  function safely(act) {
    try {
      const answer = act();
      return answer === undefined || answer === null ? "" : String(answer);
    } catch (error) {
      console.warn("SCORM: the LMS failed", error);
      return "";
    }
  }

  function told(answer, what) {
    if (answer === "true") return true;
    const code = safely(() => (IS_2004 ? api.GetLastError() : api.LMSGetLastError()));
    const words = safely(() => (IS_2004 ? api.GetErrorString(code) : api.LMSGetErrorString(code)));
    console.warn("SCORM: " + what + " was refused: " + code + " " + words);
    return false;
  }

  function get(element) {
    if (!open) return "";
    return safely(() => (IS_2004 ? api.GetValue(element) : api.LMSGetValue(element)));
  }

  function put(element, value) {
    const text = String(value);
    const answer = safely(() => (IS_2004 ? api.SetValue(element, text) : api.LMSSetValue(element, text)));
    return told(answer, element);
  }

  function set(element, value) {
    if (!open || !writable || sent.get(element) === String(value)) return;
    if (!put(element, value)) return;
    sent.set(element, String(value));
    unsaved.add(element);
  }

  // One LMS keeps one status, and forgets how well somebody did at every save that does not say it again.
  function repeatJudgement() {
    if (IS_2004 && writable && credit && judgement) put("cmi.success_status", judgement);
  }

  function save() {
    return told(safely(() => (IS_2004 ? api.Commit("") : api.LMSCommit(""))), "Commit");
  }

  // The same in other words, or something that may stand there for a moment; null for what changes by itself.
  function inOtherWords(element) {
    const text = sent.get(element);
    if (/lesson_status$/.test(element)) return text === "incomplete" ? "browsed" : "incomplete";
    if (/completion_status$/.test(element)) return text === "incomplete" ? "unknown" : "incomplete";
    if (/success_status$/.test(element)) return "unknown";
    if (/score\.|progress_measure$/.test(element)) return text + (text.includes(".") ? "0" : ".0");
    if (/location$|suspend_data$/.test(element)) return text + " ";
    if (/exit$/.test(element)) return text === "" ? "suspend" : "";
    return null;
  }

  // Some LMSs forget a save that failed, and send nothing again that is not another value: it is said in other
  // words first. Answers are recorded once more, under a new number.
  function sayAnew() {
    const numbers = new Map();
    missed.forEach((element) => {
      const [, number, part] = /^cmi\.interactions\.(\d+)\.(.*)$/.exec(element) || [];
      const other = number ? null : inOtherWords(element);
      if (number && !numbers.has(number)) numbers.set(number, interactions++);
      if (number) set("cmi.interactions." + numbers.get(number) + "." + part, sent.get(element));
      if (other !== null) put(element, other);
      if (number || other === null) missed.delete(element);
    });
    if (missed.size === 0) return true;
    if (!save()) return false;
    missed.forEach((element) => put(element, sent.get(element)));
    return true;
  }

  function commit() {
    if (!open || !writable) return;
    const isSaid = missed.size === 0 || sayAnew();
    repeatJudgement();
    // Some LMSs say "true" to a save that failed: the next one carries the same once more.
    carried.forEach((element) => unsaved.has(element) || put(element, sent.get(element)));
    if (isSaid && save()) {
      retries = 0;
      carried = new Set(unsaved);
      unsaved.clear();
      missed.clear();
      return;
    }
    unsaved.forEach((element) => missed.add(element));
    if (retries >= MOST_RETRIES) return;
    retries += 1;
    setTimeout(() => open && commit(), RETRY_AFTER_MS * retries);
  }

  const two = (number) => String(number).padStart(2, "0");

  // Without days, which some LMSs count as nothing, and in whole seconds.
  function duration(milliseconds) {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    if (IS_2004) return "PT" + hours + "H" + minutes + "M" + (seconds % 60) + "S";
    return String(Math.min(hours, 9999)).padStart(4, "0") + ":" + two(minutes) + ":" + two(seconds % 60);
  }

  function timestamp() {
    const now = new Date();
    const time = two(now.getHours()) + ":" + two(now.getMinutes()) + ":" + two(now.getSeconds());
    const day = two(now.getMonth() + 1) + "-" + two(now.getDate());
    return IS_2004 ? now.getFullYear() + "-" + day + "T" + time : time;
  }

  function start() {
    if (!api || open) return { connected: open, writable: writable, location: "", state: null };
    open = told(safely(() => (IS_2004 ? api.Initialize("") : api.LMSInitialize(""))), "Initialize");
    if (!open) return { connected: false, writable: false, location: "", state: null };
    const mode = IS_2004 ? get("cmi.mode") : get("cmi.core.lesson_mode");
    // Who looks at a finished course again must not change its record.
    writable = mode !== "review" && mode !== "browse";
    credit = (IS_2004 ? get("cmi.credit") : get("cmi.core.credit")) !== "no-credit";
    const location = IS_2004 ? get("cmi.location") : get("cmi.core.lesson_location");
    const place = location.trim();
    let state = null;
    try {
      state = JSON.parse(get("cmi.suspend_data") || "null");
    } catch (error) {
      console.warn("SCORM: the saved state cannot be read; the course begins anew");
    }
    done = Boolean(state && state.done);
    if (done && (state.judged === "passed" || state.judged === "failed")) judgement = state.judged;
    // Some LMSs do not count records, others do not keep them: the course counts too.
    const count = get("cmi.interactions._count");
    interactions = Number(count === "" && state ? state.records : count) || 0;
    if (writable) begin();
    return { connected: true, writable: writable, location: place, state: state };
  }

  // From here on a page that simply goes away is suspended and can be resumed.
  function begin() {
    const status = IS_2004 ? get("cmi.completion_status") : get("cmi.core.lesson_status");
    const fresh = status === "" || status === "unknown" || status === "not attempted";
    if (IS_2004) set("cmi.exit", "suspend");
    else set("cmi.core.exit", "suspend");
    begun = status === "incomplete";
    // Without a status an LMS takes SCORM 1.2 for completed. SCORM 2004 can wait for the first step: some
    // LMSs launch what is done without its status, and who only looks must not undo it.
    if (fresh && !IS_2004) markBegun();
    commit();
  }

  function markBegun() {
    if (begun || done || !credit) return;
    begun = true;
    if (IS_2004) set("cmi.completion_status", "incomplete");
    else set("cmi.core.lesson_status", "incomplete");
  }

  function keep(location, state) {
    steps += 1;
    if (steps > 1) markBegun();
    if (IS_2004) set("cmi.location", location);
    else set("cmi.core.lesson_location", location);
    // JSON writes line breaks as \n, so that the text has none.
    const text = JSON.stringify(Object.assign({}, state, { done: done, judged: judgement, records: interactions }));
    if (text.length <= MOST_STATE) set("cmi.suspend_data", text);
    else console.warn("SCORM: the state is too long to be kept: " + text.length + " characters");
  }

  function progress(share) {
    if (IS_2004) set("cmi.progress_measure", Math.round(share * 100) / 100);
  }

  // The course is finished: one score, and every status that some LMS looks for.
  function complete(share, passed) {
    done = true;
    // Whoever comes back looks at the same attempt: in SCORM 2004 a new one begins without the status, and
    // some LMSs take that for their record.
    exit = IS_2004 ? "suspend" : "normal";
    if (IS_2004) set("cmi.exit", exit);
    else set("cmi.core.exit", "");
    if (!credit) return;
    const points = Math.round(share * 10000) / 100;
    if (IS_2004) {
      set("cmi.score.min", "0");
      set("cmi.score.max", "100");
      set("cmi.score.raw", points);
      set("cmi.score.scaled", Math.round(share * 10000) / 10000);
      set("cmi.completion_status", "completed");
      judgement = passed ? "passed" : "failed";
      set("cmi.success_status", judgement);
    } else {
      set("cmi.core.score.min", "0");
      set("cmi.core.score.max", "100");
      set("cmi.core.score.raw", points);
      set("cmi.core.lesson_status", passed ? "passed" : "failed");
    }
  }

  // The learner answers again: what is reached stays, and the place is kept once more.
  function reopen() {
    exit = "suspend";
    if (IS_2004) set("cmi.exit", "suspend");
    else set("cmi.core.exit", "suspend");
  }

  // One record for every answer that is given; id and type come first.
  function record(answer) {
    if (!open || !writable) return;
    const at = "cmi.interactions." + interactions + ".";
    interactions += 1;
    if (IS_2004) {
      set(at + "id", answer.id);
      set(at + "type", answer.type);
      set(at + "timestamp", timestamp());
      if (answer.pattern) set(at + "correct_responses.0.pattern", answer.pattern);
      set(at + "learner_response", answer.response);
      set(at + "result", answer.result);
      set(at + "latency", duration(answer.latency));
      set(at + "description", answer.description);
    } else {
      set(at + "id", answer.id);
      set(at + "type", answer.type);
      set(at + "time", timestamp());
      if (answer.pattern) set(at + "correct_responses.0.pattern", answer.pattern);
      set(at + "student_response", answer.response);
      set(at + "result", answer.result === "incorrect" ? "wrong" : answer.result);
      set(at + "latency", duration(answer.latency));
    }
  }

  // Objectives of the manifest are there already; others are added.
  function objective(id, share, passed) {
    if (!open || !writable || !credit || !IS_2004) return;
    const count = Number(get("cmi.objectives._count")) || 0;
    let index = 0;
    while (index < count && get("cmi.objectives." + index + ".id") !== id) index += 1;
    const at = "cmi.objectives." + index + ".";
    if (index === count) set(at + "id", id);
    set(at + "score.min", "0");
    set(at + "score.max", "100");
    set(at + "score.raw", Math.round(share * 10000) / 100);
    set(at + "score.scaled", Math.round(share * 10000) / 10000);
    set(at + "success_status", passed ? "passed" : "failed");
    set(at + "completion_status", "completed");
  }

  function noteTime() {
    if (IS_2004) set("cmi.session_time", duration(Date.now() - startedAt));
    else set("cmi.core.session_time", duration(Date.now() - startedAt));
  }

  function terminate() {
    if (!open) return;
    noteTime();
    if (IS_2004) set("cmi.exit", exit);
    else set("cmi.core.exit", exit === "suspend" ? "suspend" : "");
    repeatJudgement();
    told(safely(() => (IS_2004 ? api.Terminate("") : api.LMSFinish(""))), "Terminate");
    open = false;
  }

  // The learner ends it. `goOn` asks the LMS for the next part, where there is one.
  function finish(goOn) {
    if (!open) return;
    noteTime();
    commit();
    if (goOn && IS_2004) set("adl.nav.request", "continue");
    terminate();
  }

  // These are for what was not saved yet; everything of worth was saved when it happened.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") commit();
  });
  // One LMS completes what is left behind, or forgets how well it was done, unless that was set since the last save.
  window.addEventListener("beforeunload", () => {
    if (!open || !writable || !credit) return;
    repeatJudgement();
    if (!begun || done) return;
    if (IS_2004) put("cmi.completion_status", "incomplete");
    else put("cmi.core.lesson_status", "incomplete");
  });
  window.addEventListener("pagehide", terminate);

  window.Scorm = {
    start: start,
    keep: keep,
    save: commit,
    progress: progress,
    complete: complete,
    reopen: reopen,
    record: record,
    objective: objective,
    finish: finish,
    isDone: () => done,
    isOpen: () => open,
    isVersion2004: IS_2004,
    MOST_STATE: MOST_STATE,
  };
})();
