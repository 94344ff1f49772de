// What the page has to say: frames with numbers, edits gathered for a moment, and what is under
// way kept until the server has handled it.

import type { FromPage, Json, Update } from "./wire";

const DEBOUNCE_MS = 10;
const CAP_MS = 50;
/** A frame from a page may have 1 MiB; one message is never near to it. */
const FRAME_BYTES = 500_000;

/** A write or a call, until the server has handled it. */
export interface Saying {
  message: Update;
  action: boolean;
  /** Number of its frame; Infinity while it waits for one. */
  seq: number;
}

export interface Wire {
  isOpen(): boolean;
  send(messages: FromPage[], userEvent: boolean): number;
}

export class Outbox {
  /** Structure is told anew after a reconnect, so it need not be kept. */
  private waiting: FromPage[] = [];
  private sayings: Saying[] = [];
  private timer = 0;
  private firstAt = 0;

  constructor(private readonly wire: Wire) {}

  /** Variables made or left, values asked for. Edits that wait are said first. */
  tell(message: FromPage): void {
    if (this.wire.isOpen()) this.waiting.push(message);
  }

  write(id: number, value: Json): void {
    // Only the last of several values typed within a moment is sent.
    const same = this.sayings.find((s) => s.seq === Infinity && !s.action && s.message.id === id);
    if (same) same.message.value = value;
    else this.say({ message: { type: "update", id, value }, action: false, seq: Infinity });
    this.schedule();
  }

  /** False if there is no connection: a call must not run minutes after the click. */
  call(id: number, value: Json): Saying | null {
    if (!this.wire.isOpen()) return null;
    const saying = { message: { type: "update", id, value } as const, action: true, seq: Infinity };
    this.say(saying);
    this.flush(true);
    return saying;
  }

  flush(userEvent = false): void {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.wire.isOpen() || this.waiting.length === 0) return;
    const messages = this.waiting;
    this.waiting = [];
    for (let from = 0; from < messages.length; ) {
      let bytes = 0;
      let to = from;
      while (to < messages.length && (to === from || bytes < FRAME_BYTES)) {
        bytes += size(messages[to++]);
      }
      const part = messages.slice(from, to);
      const seq = this.wire.send(part, userEvent);
      for (const saying of this.sayings) {
        if (saying.seq === Infinity && part.includes(saying.message)) saying.seq = seq;
      }
      from = to;
    }
  }

  /** The server has handled all frames up to `seq`; gives what of it was said in them. */
  handled(seq: number): Saying[] {
    const done = this.sayings.filter((saying) => saying.seq <= seq);
    if (done.length > 0) this.sayings = this.sayings.filter((saying) => saying.seq > seq);
    return done;
  }

  /** Whether a value of the server is older than what was typed here since. */
  isNewer(id: number, ack: number): boolean {
    return this.sayings.some((s) => !s.action && s.message.id === id && s.seq > ack);
  }

  /** The connection is lost: structure is forgotten, writes and calls stay. */
  lost(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting = [];
  }

  /** Said again on a new connection, after the variables. Gives the calls that cannot be. */
  again(handled: number | null, known: (id: number) => boolean): Saying[] {
    if (handled !== null) this.handled(handled);
    const undelivered = this.sayings.filter(
      (saying) => (handled === null && saying.action) || !known(saying.message.id),
    );
    this.sayings = this.sayings.filter((saying) => !undelivered.includes(saying));
    for (const saying of this.sayings) {
      saying.seq = Infinity;
      this.waiting.push(saying.message);
    }
    this.flush(this.sayings.some((saying) => saying.action));
    return undelivered.filter((saying) => saying.action);
  }

  forget(): Saying[] {
    this.lost();
    const sayings = this.sayings;
    this.sayings = [];
    return sayings.filter((saying) => saying.action);
  }

  private say(saying: Saying): void {
    this.sayings.push(saying);
    if (this.wire.isOpen()) this.waiting.push(saying.message);
  }

  private schedule(): void {
    const now = performance.now();
    if (this.timer === 0) this.firstAt = now;
    clearTimeout(this.timer);
    const left = Math.max(0, Math.min(DEBOUNCE_MS, this.firstAt + CAP_MS - now));
    this.timer = window.setTimeout(() => this.flush(true), left);
  }
}

function size(message: FromPage | undefined): number {
  // Only a written value can be long.
  return message?.type === "update" ? JSON.stringify(message).length : 200;
}
