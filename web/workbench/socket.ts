// The one live channel to the server: connects, authenticates, beats, and comes back by itself, without end.

import { humanToken, resume } from "./pairing";
import type { FromServer, Query, ToServer } from "./wire";

export type Connection = "connecting" | "online" | "offline" | "unpaired";

interface Listener {
  message(message: FromServer): void;
  /** A picture; see `FrameHeader`. */
  frame(bytes: ArrayBuffer): void;
  connection(connection: Connection): void;
}

const BEAT_MS = 15_000;
const MISSED_BEATS = 2;
/** The server's word for "this token is no longer good". */
const TOKEN_REFUSED = 4401;

let listener: Listener;
let socket: WebSocket | null = null;
let attempt = 0;
let waiting: ReturnType<typeof setTimeout> | undefined;
let beat: ReturnType<typeof setInterval> | undefined;
let unanswered = 0;
let sequence = 0;
/** Until the first connection is made, or is not; those who are quicker wait for it. */
let isBeginning = true;
const early: ToServer[] = [];
const replies = new Map<number, { resolve(message: FromServer): void; reject(error: Error): void }>();

export function connect(to: Listener): void {
  listener = to;
  document.addEventListener("visibilitychange", () => {
    // Someone looks at the page again: the long pauses of a hidden page are over.
    if (!document.hidden && socket === null && waiting !== undefined) open();
  });
  open();
}

/** True if it was handed to an open connection. */
export function send(message: ToServer): boolean {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

type WithoutSeq<T> = T extends unknown ? Omit<T, "seq"> : never;

/** Sends a message that has a reply, and waits for it. */
export function ask<T extends FromServer["type"]>(
  message: WithoutSeq<Query>,
  reply: T,
): Promise<Extract<FromServer, { type: T }>> {
  const seq = ++sequence;
  return new Promise((resolve, reject) => {
    replies.set(seq, {
      resolve: (answer) => {
        if (answer.type === reply) resolve(answer as Extract<FromServer, { type: T }>);
        else reject(new Error(answer.type === "failed" ? answer.error : answer.type));
      },
      reject,
    });
    const question = { ...message, seq } as ToServer;
    if (send(question)) return;
    if (isBeginning) early.push(question);
    else lose(new Error("not connected"));
  });
}

function open(): void {
  clearTimeout(waiting);
  waiting = undefined;
  const token = humanToken();
  if (token === null) {
    lose(new Error("not connected"));
    listener.connection("unpaired");
    return;
  }
  if (attempt === 0) listener.connection("connecting");
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/human`);
  socket = opened;
  opened.onopen = () => {
    isBeginning = false;
    send({ type: "auth", token });
    for (const question of early.splice(0)) send(question);
  };
  opened.binaryType = "arraybuffer";
  opened.onmessage = (event) => {
    if (event.data instanceof ArrayBuffer) listener.frame(event.data);
    else receive(JSON.parse(String(event.data)) as FromServer);
  };
  opened.onclose = (event) => {
    if (socket !== opened) return;
    socket = null;
    clearInterval(beat);
    lose(new Error("connection lost"));
    void comeBack(event.code === TOKEN_REFUSED);
  };
}

function receive(message: FromServer): void {
  unanswered = 0;
  if (message.type === "welcome") {
    attempt = 0;
    clearInterval(beat);
    beat = setInterval(heartbeat, BEAT_MS);
    listener.connection("online");
  }
  if ("seq" in message) {
    replies.get(message.seq)?.resolve(message);
    replies.delete(message.seq);
    return;
  }
  if (message.type !== "pong") listener.message(message);
}

/** A connection can be dead without being closed; only an answer proves life. */
function heartbeat(): void {
  if (unanswered >= MISSED_BEATS) {
    socket?.close();
    socket?.onclose?.(new CloseEvent("close", { code: 1006 }));
    return;
  }
  unanswered += 1;
  send({ type: "ping" });
}

async function comeBack(refused: boolean): Promise<void> {
  listener.connection("offline");
  // A restarted server has new tokens. Without an answer to the upgrade the code is 1006 in both cases, so the secret is tried then too.
  const outcome = refused || attempt > 0 ? await resume() : "unreachable";
  if (outcome === "refused" && refused) {
    listener.connection("unpaired");
    return;
  }
  const pause = backoff(attempt, document.hidden, Math.random());
  attempt += 1;
  // A fresh token is tried at once, but not again and again.
  waiting = setTimeout(open, outcome === "paired" && attempt <= 3 ? 0 : pause);
}

/** 0.5 s doubling with jitter, at most 5 s while visible and 30 s while hidden. */
export function backoff(attempt: number, hidden: boolean, random: number): number {
  const cap = hidden ? 30_000 : 5_000;
  return Math.min(500 * 2 ** Math.min(attempt, 10), cap) * (0.75 + random / 4);
}

function lose(error: Error): void {
  isBeginning = false;
  for (const reply of replies.values()) reply.reject(error);
  replies.clear();
  early.length = 0;
}
