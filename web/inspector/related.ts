// What an entry belongs to: the act that brought it about, the value it wrote, the picture that shows it.

import type { Entry } from "./source";
import { firstAt } from "./view";

export interface Relation {
  /** Key of the words. */
  how: "same" | "act" | "caused" | "wrote" | "next" | "picture";
  entry: Entry;
}

/** How far a search for relatives goes; a row far away explains nothing. */
const FAR = 4000;
const MOST_CAUSED = 3;

export function related(entries: readonly Entry[], entry: Entry): Relation[] {
  const found: Relation[] = [];
  const here = firstAt(entries, entry.moment);
  for (let place = here; !entry.record && entries[place]?.moment === entry.moment; place++) {
    const one = entries[place];
    if (one && one.id !== entry.id && !one.record) found.push({ how: "same", entry: one });
    if (found.length >= MOST_CAUSED) break;
  }
  if (entry.kind === "act") found.push(...caused(entries, entry));
  else {
    const act = actOf(entries, entry);
    if (act) found.push({ how: "act", entry: act });
  }
  if (entry.kind === "call" && /^(Set|Get)Value$/.test(entry.what)) {
    const writes = (one: Entry) => one.kind === "call" && one.what === "SetValue" && one.subject === entry.subject;
    const before = earlier(entries, entry, writes);
    if (before) found.push({ how: "wrote", entry: before });
    const next = after(entries, entry, (one) => one.id !== entry.id && writes(one));
    if (next) found.push({ how: "next", entry: next });
  }
  const pictures = [after, earlier].map((look) => look(entries, entry, (one) => one.picture !== undefined));
  const far = (one: Entry | null | undefined) => (one ? Math.abs(one.id - entry.id) : Number.POSITIVE_INFINITY);
  const picture = far(pictures[0]) <= far(pictures[1]) ? pictures[0] : pictures[1];
  if (picture && picture.id !== entry.id) found.push({ how: "picture", entry: picture });
  return found;
}

/** Something that nobody's act before it brought about. */
function isOwn(entry: Entry): boolean {
  return entry.kind === "act" || entry.kind === "picture" || entry.by === "tool" || entry.what === "requested";
}

/** What the content did from the beginning of an act until somebody did something else. */
function caused(entries: readonly Entry[], act: Entry): Relation[] {
  const found: Relation[] = [];
  const end = Math.min(entries.length, act.id + FAR);
  for (let place = firstAt(entries, (act.began ?? act.moment) + 1); place < end; place++) {
    const entry = entries[place];
    if (!entry || entry.id === act.id) continue;
    if (isOwn(entry) || found.length === MOST_CAUSED) break;
    if (entry.kind !== "session") found.push({ how: "caused", entry });
  }
  return found;
}

/** The act that brought an entry about. Acts are told when they are done, so it may stand later. */
function actOf(entries: readonly Entry[], entry: Entry): Entry | null {
  if (isOwn(entry) || entry.kind === "session") return null;
  const next = after(entries, entry, isOwn);
  if (next?.kind === "act" && next.began !== undefined && next.began < entry.moment && entry.moment <= next.moment)
    return next;
  const last = earlier(entries, entry, isOwn);
  return last?.kind === "act" && entry.moment > (last.began ?? last.moment) ? last : null;
}

function after(entries: readonly Entry[], from: Entry, is: (entry: Entry) => boolean): Entry | null {
  const end = Math.min(entries.length, from.id + FAR);
  for (let place = from.id + 1; place < end; place++) {
    const entry = entries[place];
    if (entry && is(entry)) return entry;
  }
  return null;
}

function earlier(entries: readonly Entry[], from: Entry, is: (entry: Entry) => boolean): Entry | null {
  const end = Math.max(0, from.id - FAR);
  for (let place = from.id - 1; place >= end; place--) {
    const entry = entries[place];
    if (entry && is(entry)) return entry;
  }
  return null;
}
