// What the page knows of courses, and what people do with them.

import { signal } from "@preact/signals";
import { save } from "../download";
import { humanToken } from "../pairing";
import { ask, send } from "../socket";
import { connection, place, query, show, tell, view } from "../state";
import { t } from "../strings";
import type { Control, CourseState, FromServer, Leaving, PlayWish, RecentCourse, SessionCard } from "../wire";

export const sessions = signal<SessionCard[] | null>(null);
export const recent = signal<RecentCourse[]>([]);

/** The course that the Play view shows. */
export const course = signal<CourseState | null>(null);
/** The player that this page shows, and the session whose course it plays. */
export const player = signal<{ session: string; url: string } | null>(null);
/** A session that this page has opened and plays, before it knows how its course stands. */
let begun: string | null = null;
/** Something is being asked of the server. */
export const busy = signal(false);
/** Why the last thing was not done. */
export const problem = signal<string | null>(null);

/** Another process has this session, and it cannot be driven from here: it is only looked at. */
export const isOnlySeen = (card: SessionCard | undefined): boolean =>
  card?.is_elsewhere === true && (card.out_of_reach !== null || card.driver !== "agent");

/** The session that the address names. */
export const session = (): string | null => (view.value === "play" ? place.value : null);

export function watchSessions(on: boolean): void {
  send({ type: "sessions-watch", on });
}

/** Shows a session's course, and puts it on the stage if nobody plays it. */
export function watchCourse(id: string | null): void {
  // A frame that is taken away cannot come back: its address is good once.
  if (id !== null && player.value !== null && player.value.session !== id) player.value = null;
  if (course.value?.card.session_id !== id) {
    course.value = null;
    problem.value = null;
  }
  send(id === null ? { type: "course-watch" } : { type: "course-watch", session_id: id });
}

export function receiveCourse(
  message: Extract<FromServer, { type: "sessions" | "course-state" | "course-gone" }>,
): void {
  switch (message.type) {
    case "sessions":
      sessions.value = message.sessions;
      recent.value = message.recent;
      break;
    case "course-state":
      known(message);
      break;
    case "course-gone":
      if (player.value?.session === message.session_id) player.value = null;
      if (session() === message.session_id) {
        tell(t("play.gone"), "warning");
        show("home");
      }
      break;
  }
}

function known(state: CourseState): void {
  // What was on its way when another session was asked for.
  if (state.card.session_id !== session()) return;
  const isFirst = course.value === null && begun !== state.card.session_id;
  begun = null;
  course.value = state;
  // Who was sent to a moment wants to look at it.
  const isLook = new URLSearchParams(query.value).has("at");
  if (isFirst && state.card.driver === "nobody" && !state.card.is_elsewhere && !isLook) void play(wished());
}

/** Who was sent here to record does so, once. */
function wished(): PlayWish {
  if (!new URLSearchParams(query.value).has("record")) return {};
  history.replaceState(null, "", location.hash.replace(/\?.*$/, ""));
  query.value = "";
  return { record: true };
}

/** Does something of which the person is told when it fails. */
export async function attempt<T>(act: () => Promise<T>): Promise<T | null> {
  busy.value = true;
  problem.value = null;
  try {
    return await act();
  } catch (error) {
    problem.value = error instanceof Error ? error.message : String(error);
    return null;
  } finally {
    busy.value = false;
  }
}

export async function openPath(path: string): Promise<void> {
  await playNew(() => ask({ type: "course-open", path }, "course-opened"));
}

/** The course that comes with Greenroom. */
export async function openBundled(): Promise<void> {
  await playNew(() => ask({ type: "course-try" }, "course-opened"));
}

/** A session that was just opened: nobody plays it yet, so that nothing is waited for. */
async function playNew(open: () => Promise<{ session_id: string }>): Promise<void> {
  const opened = await attempt(open);
  if (!opened) return;
  begun = opened.session_id;
  show("play", opened.session_id);
  await play();
}

/** A zip from the person's own disk: its bytes go to the server, which keeps them as a file. */
export async function openFile(file: File): Promise<void> {
  const kept = await attempt(async () => {
    const headers = { Authorization: `Bearer ${humanToken() ?? ""}` };
    const address = `/human/courses?name=${encodeURIComponent(file.name)}`;
    const reply = await fetch(address, { method: "POST", headers, body: file });
    const answer = (await reply.json()) as { path?: string; error?: string };
    if (answer.path === undefined) throw new Error(answer.error ?? String(reply.status));
    return answer.path;
  });
  if (kept !== null) await openPath(kept);
}

export async function play(wish: PlayWish = {}): Promise<void> {
  const id = session();
  if (id === null) return;
  // The player before leaves first, while its page can still say so.
  if (player.value?.session === id) player.value = null;
  const reply = await attempt(() => ask({ type: "course-play", session_id: id, wish }, "course-address"));
  if (reply) player.value = { session: id, url: reply.url };
}

/** Plays the course in a window of its own. */
export async function popOut(): Promise<void> {
  const id = session();
  if (id === null) return;
  if (player.value?.session === id) player.value = null;
  const reply = await attempt(() => ask({ type: "course-play", session_id: id, wish: {} }, "course-address"));
  // The course must not know who opened its window.
  if (reply) window.open(reply.url, "_blank", "popup,noopener,noreferrer,width=1024,height=768");
}

export async function navigate(request: Control): Promise<void> {
  const id = session();
  if (id !== null) await attempt(() => ask({ type: "course-navigate", session_id: id, request }, "done"));
}

export async function leave(how: Leaving): Promise<void> {
  const id = session();
  if (id === null) return;
  // Who closes the tab asks nobody: the frame goes first.
  if (how === "closed_tab") player.value = null;
  const left = await attempt(() => ask({ type: "course-leave", session_id: id, how }, "done"));
  if (left) player.value = null;
}

/** A new session that goes on from a moment of this one. */
export async function fork(id: string, moment: number): Promise<void> {
  const forked = await attempt(() => ask({ type: "course-fork", session_id: id, moment }, "course-opened"));
  if (forked) show("play", forked.session_id);
}

/** One file that shows every moment of a session, to be kept. */
export async function saveTrace(id: string): Promise<void> {
  await attempt(async () => {
    const headers = { Authorization: `Bearer ${humanToken() ?? ""}` };
    const reply = await fetch(`/human/sessions/${id}/trace`, { headers });
    if (!reply.ok) throw new Error(((await reply.json()) as { error?: string }).error ?? String(reply.status));
    save(`trace-${id}.html`, await reply.blob());
  });
}

export async function closeSession(id: string): Promise<void> {
  const closed = await attempt(() => ask({ type: "course-close", session_id: id }, "done"));
  if (closed && player.value?.session === id) player.value = null;
}

/** Whether the server can be asked. */
export const online = (): boolean => connection.value === "online";
