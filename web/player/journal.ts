// Carries events to the server, in order, each until it is acknowledged.
//
// An event counts as kept once the server has written it to the session's journal. `flush` waits
// for that, so that a tool's answer never runs ahead of what the page did before. The content's
// calls do not wait, but they may not run far ahead either: see `MOST_EVENTS`.

import type { Event as JournalEvent, Told } from "../../crates/scorm-wasm/js/engine.js";
import type { CallFrame, Departure, Order, PersonAct } from "./messages";
import type { Entry } from "./wire";

/** With more than this unacknowledged, the page stands still until the disk has them. */
const MOST_EVENTS = 128;
const MOST_CHARACTERS = 1 << 20;
/** With more than this nothing is taken any more: the server is gone, and memory has an end. */
const FULL_EVENTS = 20_000;
const FULL_CHARACTERS = 64 << 20;
/** Of one message, unless a single event is longer. */
const LARGEST_BATCH = 1 << 20;
/** What a page may send that is going away. */
const LAST_BREATH = 60_000;
/** What the server says once nothing more can be kept. */
const LOST = "lost";
const STATUS_LOST = 507;
const RECONNECT_MS = 200;

/** What is kept beside an event: where the content called, and what the code of an LMS told it. Decides nothing. */
export interface Beside {
  source?: CallFrame[];
  lms?: Told;
}

interface Waiting {
  seq: number;
  text: string;
}

// Content can clear the timers of this window, but not its scheduled tasks.
declare const scheduler: { postTask(task: () => void, options?: { delay: number }): Promise<void> };

export class Journal {
  private readonly waiting: Waiting[] = [];
  private readonly flushes: { seq: number; done: () => void }[] = [];
  private readonly address: string;
  private sent = 0;
  private acknowledged = 0;
  private characters = 0;
  private socket: WebSocket | null = null;
  private lost = false;
  /** How many events were waiting when the disk could not be reached. */
  private overdueAt = 0;
  /** The page goes away: nothing waits for a socket any more. */
  private leaving = false;
  private obey: (order: Order) => void = () => {};

  constructor(
    private readonly host: string,
    private readonly key: string,
    /** The LMS's own saves need all that a page may send that is going away. */
    private readonly sparesBreath: boolean,
  ) {
    this.address = `http://${host}/player/events`;
    this.connect();
    // The page itself goes away: what is not acknowledged leaves with the last breath, also what
    // the content's own handlers do, which run after this one.
    addEventListener("pagehide", () => {
      this.leaving = true;
      if (this.waiting.length > 0) this.breathe();
    });
    addEventListener("pageshow", () => {
      this.leaving = false;
    });
  }

  /** Carries out what the server orders over the socket, where no tool can reach the page. */
  obeyWith(obey: (order: Order) => void): void {
    this.obey = obey;
  }

  /** What was done last is not on disk, and will not be soon. */
  get isBehind(): boolean {
    return this.lost || (this.overdueAt > 0 && this.waiting.length > 0);
  }

  /** Nothing more can be taken in. */
  get isFull(): boolean {
    return this.waiting.length >= FULL_EVENTS || this.characters >= FULL_CHARACTERS;
  }

  append(event: JournalEvent, beside: Beside = {}): void {
    this.add({ event, ...beside });
  }

  /** The course is closed because its content left. */
  appendDeparture(event: JournalEvent, departure: Departure): void {
    this.add({ event, departure });
  }

  /** Says when something happened that the server itself has written down. */
  appendTicket(ticket: number, tookUs: number, lms?: Told): void {
    this.add({ ticket, took_us: tookUs, ...(lms && { lms }) });
  }

  /** What the person did to the page, in its place between the calls. Where nothing is kept, it is let go. */
  appendAct(act: PersonAct): void {
    if (!this.isFull && !this.isBehind) this.add({ act });
  }

  flush(): Promise<void> {
    const seq = this.sent;
    if (this.acknowledged >= seq) return Promise.resolve();
    return new Promise((done) => this.flushes.push({ seq, done }));
  }

  private add(members: Entry): void {
    this.sent += 1;
    const seq = this.sent;
    const entry = { seq, text: JSON.stringify({ seq, ...members }) };
    this.waiting.push(entry);
    this.characters += entry.text.length;
    const hasSocket = this.socket?.readyState === WebSocket.OPEN;
    if (hasSocket && (!this.leaving || this.sparesBreath)) this.socket?.send(`[${entry.text}]`);
    if (this.leaving) return this.breathe();
    const tooMany =
      this.waiting.length >= this.overdueAt + MOST_EVENTS ||
      (this.overdueAt === 0 && this.characters >= MOST_CHARACTERS);
    if (tooMany && !this.lost) this.waitForDisk();
  }

  /** Sends what waits, even if the page is gone before the answer. The server drops what it has, by number. */
  private breathe(): void {
    // Each event is on the socket already, which the browser empties before it closes it.
    if (this.sparesBreath && this.socket?.readyState === WebSocket.OPEN) return;
    const headers = { "x-greenroom-key": this.key };
    void fetch(this.address, { method: "POST", keepalive: true, headers, body: this.batch(LAST_BREATH) });
  }

  /** Sends what waits and stands still until it is on disk, or cannot get there. */
  private waitForDisk(): void {
    while (this.waiting.length > 0 && !this.lost) {
      const before = this.acknowledged;
      this.post(this.batch(LARGEST_BATCH));
      if (this.acknowledged === before) {
        // Asked again for each call, a server that is gone would make the page crawl.
        this.overdueAt = this.waiting.length;
        return;
      }
    }
  }

  private post(batch: string): void {
    const request = new XMLHttpRequest();
    request.open("POST", this.address, false);
    request.setRequestHeader("x-greenroom-key", this.key);
    try {
      request.send(batch);
    } catch {
      return;
    }
    if (request.status === 200) this.acknowledge(Number(request.responseText));
    else if (request.status === STATUS_LOST) this.lost = true;
  }

  /** The first of what waits, as one message. */
  private batch(limit: number, from = 0): string {
    const texts: string[] = [];
    let length = 0;
    for (let index = from; index < this.waiting.length; index += 1) {
      const { text } = this.waiting[index] as Waiting;
      if (texts.length > 0 && length + text.length > limit) break;
      texts.push(text);
      length += text.length;
    }
    return `[${texts.join()}]`;
  }

  private connect(): void {
    const socket = new WebSocket(`ws://${this.host}/player/events`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(this.key);
      for (const entry of this.waiting) socket.send(`[${entry.text}]`);
    };
    socket.onmessage = (message) => {
      if (message.data === LOST) this.lost = true;
      else if (String(message.data).startsWith("{")) this.obey(JSON.parse(message.data) as Order);
      else this.acknowledge(Number(message.data));
    };
    socket.onclose = () => {
      if (!this.lost) void scheduler.postTask(() => this.connect(), { delay: RECONNECT_MS });
    };
  }

  private acknowledge(seq: number): void {
    this.acknowledged = Math.max(this.acknowledged, seq);
    let kept = 0;
    for (const entry of this.waiting) {
      if (entry.seq > this.acknowledged) break;
      this.characters -= entry.text.length;
      kept += 1;
    }
    this.waiting.splice(0, kept);
    if (this.waiting.length === 0) this.overdueAt = 0;
    for (const flush of this.flushes.filter((entry) => entry.seq <= this.acknowledged)) flush.done();
    const open = this.flushes.filter((entry) => entry.seq > this.acknowledged);
    this.flushes.splice(0, this.flushes.length, ...open);
  }
}
