// The WebSocket to the session: numbers the frames, and comes back when it was lost.

import type { Frame, FromPage, FromServer } from "./wire";

const RETRY_MS = [250, 500, 1000, 2000, 4000];
const RETRY_LAST_MS = 5000;
const BANNER_MS = 1000;
const GIVEN_UP_MS = 30_000;

/** Where the page of the entrance keeps what lets this browser in. */
export const TOKEN_KEY = "greenroom-ui";

const SESSION_ENDED = 4000;
const LIMIT = 4003;
const UNKNOWN_SESSION = 4004;

export interface LinkEvents {
  opened(): void;
  frame(frame: Frame<FromServer>): void;
  /** At once, when the socket closed. */
  closed(): void;
  /** After a second without connection, and again after thirty. */
  missing(forLong: boolean): void;
  /** The server refused the page for a limit; it is asked again from time to time. */
  limited(): void;
  /** The session is gone: there will be no connection any more. */
  over(): void;
}

export class Link {
  private socket: WebSocket | null = null;
  /** Across reconnects, as the server remembers by it what it has handled. */
  private sent = 0;
  /** Of this connection. */
  private received = 0;
  private attempts = 0;
  private timers: number[] = [];

  constructor(
    private readonly session: string,
    private readonly events: LinkEvents,
  ) {}

  open(): void {
    const token = localStorage.getItem(TOKEN_KEY) ?? "";
    const socket = new WebSocket(`ws://${location.host}/-/ws/${this.session}?token=${token}`);
    this.socket = socket;
    this.received = 0;
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      this.events.opened();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      const frame = JSON.parse(event.data) as Frame<FromServer>;
      // The frame is handled completely before anything that is said later acknowledges it.
      this.received = frame.seq;
      this.events.frame(frame);
    };
    socket.onclose = (event) => void this.lost(event.code, wasOpen);
  }

  /** The server has answered: only now the connection is back. */
  isBack(): void {
    this.attempts = 0;
    this.stopTimers();
  }

  isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  send(messages: FromPage[], userEvent: boolean): number {
    this.sent += 1;
    const frame: Frame<FromPage> = { seq: this.sent, ack: this.received, messages };
    if (userEvent) frame.userEvent = true;
    this.socket?.send(JSON.stringify(frame));
    return this.sent;
  }

  private async lost(code: number, wasOpen: boolean): Promise<void> {
    this.socket = null;
    this.events.closed();
    if (this.timers.length === 0) {
      this.timers = [
        window.setTimeout(() => this.events.missing(false), BANNER_MS),
        window.setTimeout(() => this.events.missing(true), GIVEN_UP_MS),
      ];
    }
    const isOver = code === SESSION_ENDED || code === UNKNOWN_SESSION;
    if (isOver || (!wasOpen && (await this.isUnknown()))) return this.end();
    if (code === LIMIT) {
      this.events.limited();
      this.attempts = RETRY_MS.length;
    }
    const delay = RETRY_MS[this.attempts] ?? RETRY_LAST_MS * (0.8 + Math.random() * 0.4);
    this.attempts += 1;
    window.setTimeout(() => this.open(), delay);
  }

  /** A refused upgrade says nothing of its reason; a plain request does. */
  private async isUnknown(): Promise<boolean> {
    try {
      const address = `/-/api/sessions/${this.session}/variables`;
      const answer = await fetch(address, { method: "HEAD" });
      // The door was locked anew: the address itself says how to get in.
      if (answer.status === 401) location.reload();
      return answer.status === 404;
    } catch {
      return false;
    }
  }

  private end(): void {
    this.stopTimers();
    this.events.over();
  }

  private stopTimers(): void {
    this.timers.forEach(clearTimeout);
    this.timers = [];
  }
}
