// What the page has to say: frames with numbers, edits gathered for a moment, and what is under
// way kept until the server has handled it.

import type { Aim } from "./aim";
import type { FromPage, Json, Update } from "./wire";

const DEBOUNCE_MS = 10;
const CAP_MS = 50;
/** A frame from a page may have 1 MiB; one message is never near to it. */
const FRAME_BYTES = 500_000;

/** A write or a call, until the server has handled it. */
export interface Saying {
  message: Update & { value: Json };
  action: boolean;
  field: string;
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

  write(aim: Aim, value: Json): void {
    // Only the last of several values typed within a moment is sent.
    const same = this.sayings.find(
      (s) => s.seq === Infinity && !s.action && s.message.id === aim.id && s.field === aim.field,
    );
    if (same) same.message.value = value;
    else this.say(aim, value, false);
    this.schedule();
  }

  /** False if there is no connection: a call must not run minutes after the click. */
  call(aim: Aim, value: Json): boolean {
    if (!this.wire.isOpen()) return false;
    this.say(aim, value, true);
    this.flush(true);
    return true;
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

  /** What was typed into a field and is newer than the server's frames up to `ack`. */
  typed(field: string, ack: number): Json | undefined {
    const newer = this.sayings.filter((s) => !s.action && s.field === field && s.seq > ack);
    return newer.at(-1)?.message.value;
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

  private say({ id, shown, field }: Aim, value: Json, action: boolean): void {
    const message = { type: "update" as const, id, value, ...(shown && { shown }) };
    this.sayings.push({ message, action, field, seq: Infinity });
    if (this.wire.isOpen()) this.waiting.push(message);
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
