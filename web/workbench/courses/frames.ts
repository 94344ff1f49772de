// Pictures of what agents play: binary messages of the socket become what the page can draw.

import { type Signal, signal } from "@preact/signals";
import { send } from "../socket";
import type { FrameHeader, Pace } from "../wire";
import { readFrame } from "./frame_message";

export interface Picture {
  bitmap: ImageBitmap;
  /** Of the page's window, in CSS pixels. */
  width: number;
  height: number;
}

const pictures = new Map<string, Signal<Picture | null>>();
/** When frames came lately, for the word on how many there are. */
const times = new Map<string, number[]>();
/** A picture is being decoded; of those that come meanwhile only the newest is kept. */
const decoding = new Map<string, { header: FrameHeader; jpeg: Blob } | null>();

/** The newest picture of a session. */
export function picture(session: string): Signal<Picture | null> {
  const known = pictures.get(session);
  if (known) return known;
  const made = signal<Picture | null>(null);
  pictures.set(session, made);
  return made;
}

/** Frames of the last two seconds, per second. */
export function rate(session: string): number {
  const since = performance.now() - 2_000;
  const lately = (times.get(session) ?? []).filter((at) => at > since);
  times.set(session, lately);
  return Math.ceil(lately.length / 2);
}

export function receiveFrame(bytes: ArrayBuffer): void {
  const frame = readFrame(bytes);
  const session = frame.header.session_id;
  times.set(session, [...(times.get(session) ?? []).slice(-60), performance.now()]);
  if (decoding.has(session)) decoding.set(session, frame);
  else void decode(frame);
}

async function decode(frame: { header: FrameHeader; jpeg: Blob }): Promise<void> {
  const { session_id: session, width, height } = frame.header;
  decoding.set(session, null);
  try {
    const bitmap = await createImageBitmap(frame.jpeg);
    const before = picture(session).value;
    picture(session).value = { bitmap, width, height };
    // It is drawn already.
    before?.bitmap.close();
  } catch {
    // The next frame shows the same or more.
  }
  const next = decoding.get(session);
  decoding.delete(session);
  if (next) void decode(next);
}

/** Which view watches: another one that begins later must not be ended by it. */
let watching: object | null = null;

/** This view watches these sessions, and nothing else is watched. */
export function watchFrames(view: object, sessions: string[], pace: Pace): void {
  watching = view;
  const name = localStorage.getItem("greenroom.name");
  send({ type: "frames-watch", session_ids: sessions, pace, ...(name === null ? {} : { name }) });
}

export function unwatchFrames(view: object): void {
  if (watching !== view) return;
  watching = null;
  send({ type: "frames-watch", session_ids: [], pace: "calm" });
}

/** Somebody can see this page. */
export const isSeen = signal(!document.hidden);
document.addEventListener("visibilitychange", () => (isSeen.value = !document.hidden));
