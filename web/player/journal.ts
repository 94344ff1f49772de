// Carries events to the server, in order, each until it is acknowledged.
//
// An event counts as kept once the server has written it to the session's journal. `flush` waits
// for that, so that a tool's answer never runs ahead of what the page did before.

import type { Event as JournalEvent } from "../../crates/scorm-wasm/js/engine.js";

interface Numbered {
  seq: number;
  event: JournalEvent;
}

export class Journal {
  private readonly waiting: Numbered[] = [];
  private readonly flushes: { seq: number; done: () => void }[] = [];
  private sent = 0;
  private acknowledged = 0;
  private socket: WebSocket | null = null;

  constructor(private readonly url: string, private readonly beaconUrl: string) {
    this.connect();
    // The page itself goes away: what is not acknowledged leaves with the last breath. The server
    // drops what it already has, by number.
    addEventListener("pagehide", () => {
      if (this.waiting.length > 0) navigator.sendBeacon(this.beaconUrl, JSON.stringify(this.waiting));
    });
  }

  append(event: JournalEvent): void {
    this.sent += 1;
    const entry = { seq: this.sent, event };
    this.waiting.push(entry);
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify([entry]));
  }

  flush(): Promise<void> {
    const seq = this.sent;
    if (this.acknowledged >= seq) return Promise.resolve();
    return new Promise((done) => this.flushes.push({ seq, done }));
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      if (this.waiting.length > 0) socket.send(JSON.stringify(this.waiting));
    };
    socket.onmessage = (message) => this.acknowledge(Number(message.data));
    socket.onclose = () => setTimeout(() => this.connect(), 200);
  }

  private acknowledge(seq: number): void {
    this.acknowledged = Math.max(this.acknowledged, seq);
    while (this.waiting[0] && this.waiting[0].seq <= this.acknowledged) this.waiting.shift();
    for (const flush of this.flushes.filter((entry) => entry.seq <= this.acknowledged)) flush.done();
    const open = this.flushes.filter((entry) => entry.seq > this.acknowledged);
    this.flushes.splice(0, this.flushes.length, ...open);
  }
}
