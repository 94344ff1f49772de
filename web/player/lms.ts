// The code of an LMS in the player's page: it answers the content in the engine's place, and saves
// over the page's own requests. Whether these arrive is the browser's decision, as in the LMS.
//
// It is loaded for profiles other than the standard only.

import {
  loadLayer,
  type Called,
  type Layer,
  type Outcome,
  type PageEvent,
} from "../../crates/scorm-lms-wasm/js/layer.js";
import type { Told } from "../../crates/scorm-wasm/js/engine.js";
import type { Network, Phase, Request, Typed } from "../../crates/scorm-lms-wasm/js/layer.js";
import type { FrameLook, LmsBoot, LmsLaunch } from "./messages";

/** What the server says of a save that it took; see crates/greenroom-web/src/stage/lms.rs. */
const SAVED = "saved";
/** How long a page that stays waits for saves that are under way when the content is gone. */
const LONGEST_WAIT = 5000;

// Content can clear the timers of this window, but not its scheduled tasks.
declare const scheduler: { postTask(task: () => void, options?: { delay: number }): Promise<void> };

export class Lms implements Network {
  private layer: Layer | null = null;
  /** The number of the launch by the server's count; late answers to earlier ones are nobody's. */
  private launch = 0;
  private launchedAt = 0;
  private due: number | null = null;
  /** Requests that are under way, with what breaks them off. */
  private readonly flying = new Map<number, () => void>();
  private flown: () => void = () => {};
  /** How many requests the browser took. */
  private sent = 0;

  private constructor(
    private readonly boot: LmsBoot,
    private readonly frame: FrameLook | undefined,
    private readonly key: string,
  ) {
    addEventListener("beforeunload", () => this.tell("beforeunload"));
    addEventListener("pagehide", () => this.tell("pagehide"));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.tell("hidden");
    });
  }

  static async load(boot: LmsBoot, frame: FrameLook | undefined, key: string): Promise<Lms> {
    const lms = new Lms(boot, frame, key);
    lms.layer = await loadLayer(fetch("lms.wasm"), lms);
    return lms;
  }

  /** The LMS plays the course as SCORM 1.2. */
  get is12(): boolean {
    return this.boot.version === "1.2";
  }

  /** The LMS launches a SCO: its server says what the page begins with. */
  async deliver(activity: string): Promise<void> {
    if (this.launch > 0) await pause(this.boot.next_sco_ms);
    const headers = { "x-greenroom-key": this.key };
    const answer = await fetch("lms/launch", { method: "POST", headers, body: activity });
    if (!answer.ok) throw new Error(`the LMS did not launch the SCO: ${answer.status}`);
    const { number, launch } = (await answer.json()) as LmsLaunch;
    this.flying.clear();
    this.launch = number;
    this.launchedAt = performance.now();
    this.due = null;
    const { profile, version, suspend_data } = this.boot;
    this.layer?.launch({ profile, version, suspend_data, launch });
    this.schedule();
  }

  /** Answers a call of the content, or of a tool in its place. */
  call(name: string, args: Typed[], phase: Phase): Told {
    if (!this.layer) return { type: "undefined" };
    const called = this.layer.call({ function: name, args, moment: { at_ms: this.now(), phase } });
    this.schedule();
    return told(called);
  }

  /** The LMS is about to take the content away. */
  leaving(): void {
    this.tell("leave");
    if (!this.staysOpen) for (const event of ["beforeunload", "pagehide", "hidden"] as const) this.tell(event);
  }

  /** The content is gone: a page that stays lets its saves end, one that goes away breaks them off. */
  async left(): Promise<void> {
    if (!this.staysOpen) {
      for (const breakOff of this.flying.values()) breakOff();
      return;
    }
    const until = performance.now() + this.boot.grace_ms;
    while (this.layer?.nextTimer != null && this.launchedAt + this.layer.nextTimer <= until) {
      await pause(Math.max(0, this.layer.nextTimer - this.now()) + 1);
    }
    await this.settled();
  }

  /** Saves that are under way have ended; the number of requests that the browser took so far. */
  async settled(): Promise<number> {
    if (this.flying.size > 0) {
      const landed = new Promise<void>((done) => {
        this.flown = done;
      });
      await Promise.race([landed, pause(LONGEST_WAIT)]);
    }
    return this.sent;
  }

  sync(request: Request): Outcome {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", this.address(request), false);
    try {
      xhr.send(request.body);
    } catch {
      // The server is not reached, or the page goes away and may not wait.
      return "no-connection";
    }
    this.sent += 1;
    return outcome(xhr.status, xhr.responseText);
  }

  beacon(request: Request): boolean {
    const taken = navigator.sendBeacon(this.address(request), request.body);
    if (taken) this.sent += 1;
    return taken;
  }

  start(request: Request): void {
    // Where the page would go to is not ours to show.
    if (request.via === "navigate") return;
    this.sent += 1;
    if (request.via === "xhr-async") this.startXhr(request);
    else this.startFetch(request);
  }

  private startXhr(request: Request): void {
    const ended = this.endOf(request);
    const xhr = new XMLHttpRequest();
    this.flying.set(request.id, () => xhr.abort());
    xhr.open("POST", this.address(request));
    xhr.onload = () => ended(outcome(xhr.status, xhr.responseText));
    xhr.onerror = () => ended("no-connection");
    xhr.send(request.body);
  }

  private startFetch(request: Request): void {
    const ended = this.endOf(request);
    const control = new AbortController();
    const keepalive = request.via === "fetch-keepalive";
    // What is kept alive outlives the page.
    this.flying.set(request.id, () => keepalive || control.abort());
    const { signal } = control;
    fetch(this.address(request), { method: "POST", body: request.body, keepalive, signal })
      .then(async (answer) => outcome(answer.status, await answer.text()))
      .catch(() => "no-connection" as const)
      .then(ended);
  }

  private endOf(request: Request): (how: Outcome) => void {
    const launch = this.launch;
    return (how) => {
      if (launch !== this.launch) return;
      this.flying.delete(request.id);
      this.layer?.answered(request.id, how);
      this.schedule();
      if (this.flying.size === 0) this.flown();
    };
  }

  private address({ id, via }: Request): string {
    return `/player/lms?key=${this.key}&launch=${this.launch}&request=${id}&via=${via}`;
  }

  /** Something happens to the LMS's own page. */
  private tell(event: PageEvent): void {
    if (this.launch === 0) return;
    this.layer?.pageEvent(event);
    this.schedule();
  }

  private schedule(): void {
    const next = this.layer?.nextTimer ?? null;
    if (next === this.due) return;
    this.due = next;
    if (next === null) return;
    const launch = this.launch;
    const come = () => {
      if (this.due !== next || this.launch !== launch) return;
      this.due = null;
      this.layer?.timer(Math.max(next, this.now()));
      this.schedule();
    };
    void scheduler.postTask(come, { delay: Math.max(0, next - this.now()) });
  }

  /** The LMS's page stays when it takes content away. */
  private get staysOpen(): boolean {
    return this.frame?.leave !== "navigate_top" && this.frame?.leave !== "close";
  }

  private now(): number {
    return Math.round(performance.now() - this.launchedAt);
  }
}

/** What the server's answer means: a login page comes with the status of success. */
function outcome(status: number, text: string): Outcome {
  if (status < 200 || status >= 400) return "refused";
  return text === SAVED ? "saved" : "login-page";
}

function pause(ms: number): Promise<void> {
  return scheduler.postTask(() => {}, { delay: ms });
}

/** What the content was told, as the journal keeps it. */
function told({ outcome, error }: Called): Told {
  const after = error === null ? {} : { error };
  if ("Err" in outcome) return { ...after, throws: outcome.Err };
  const value = outcome.Ok;
  switch (value.type) {
    case "undefined":
    case "null":
      return { type: value.type, ...after };
    case "number":
      return { type: "number", value: String(value.value ?? Number.NaN), ...after };
    case "boolean":
      return { type: "boolean", value: String(value.value), ...after };
    default:
      return { type: value.type === "text" ? "string" : "object", value: value.value, ...after };
  }
}
