// The session that is looked at: its transcript, folded by the engine, and where one stands in it.

import { effect, signal, untracked } from "@preact/signals";
import { load } from "../../../crates/scorm-wasm/js/engine.js";
import { listenToKeys } from "../../inspector/Keys";
import { TABS, type Tab, View } from "../../inspector/view";
import { send } from "../socket";
import { place, query, tell, view as shown } from "../state";
import type { FromServer } from "../wire";
import { LiveSource } from "./live_source";

/** The address follows when one has stood still this long, in milliseconds. */
const CALM = 200;

export interface Live {
  session: string;
  source: LiveSource;
  view: View;
}

/** What is looked at; nothing until the engine is there. */
export const live = signal<Live | null>(null);
/** Why nothing can be shown. */
export const broken = signal<string | null>(null);

let wanted: string | null = null;
let engine: Promise<WebAssembly.Module> | null = null;
let leave: (() => void)[] = [];

/** Compiled once; each session has an instance of its own, whose memory ends with it. */
function compiled(): Promise<WebAssembly.Module> {
  // The script's own address names the build that the engine belongs to.
  engine ??= WebAssembly.compileStreaming(fetch(`/workbench/engine.wasm${new URL(import.meta.url).search}`));
  engine.catch(() => {
    engine = null;
  });
  return engine;
}

/** Has the engine ready before somebody looks at a session, once the page has nothing else to do. */
export function prepareEngine(): void {
  const idle = window.requestIdleCallback ?? ((act: () => void) => setTimeout(act, 200));
  idle(() => void compiled().catch(() => {}));
}

/** Looks at a session, also again after the connection was lost; null: at none for now. */
export async function watchJournal(session: string | null): Promise<void> {
  wanted = session;
  if (session === null) {
    send({ type: "journal-watch" });
    return;
  }
  if (live.value?.session !== session) await begin(session);
  const { value } = live;
  if (value?.session === session && wanted === session)
    send({ type: "journal-watch", session_id: session, from: value.source.place });
}

async function begin(session: string): Promise<void> {
  end();
  broken.value = null;
  try {
    const instance = await load(await compiled());
    if (wanted !== session || live.value?.session === session) return;
    const source = new LiveSource(session, instance, () => grown());
    const view = new View(source);
    live.value = { session, source, view };
    leave = [listenToKeys(view, () => shown.value === "play"), keepAddress(view, session)];
  } catch (fault) {
    broken.value = fault instanceof Error ? fault.message : String(fault);
  }
}

function end(): void {
  for (const one of leave) one();
  leave = [];
  live.value?.source.end();
  live.value = null;
}

/** The place of the address is gone to once that moment is there. */
let asked: string | null = null;
/** What this page wrote into the address itself. */
let own = "";

function grown(): void {
  const { value } = live;
  if (!value) return;
  value.view.grow();
  if (asked !== null && value.source.isUpToDate) goToAddress(value.view);
}

function goToAddress(view: View): void {
  const given = new URLSearchParams(asked ?? "");
  asked = null;
  const at = Number(given.get("at"));
  if (Number.isInteger(at) && at > 0) view.goTo(at - 1);
  const tab = given.get("tab") as Tab;
  if ([...TABS, "findings", "blocked", "lms"].includes(tab)) {
    view.tab.value = tab;
    view.pane.value = "inspector";
  }
}

// An address that is handed out leads to its place, also in a page that looks at the session already.
effect(() => {
  const given = query.value;
  if (given === "") asked = null;
  if (given === own) return;
  own = "";
  asked = given === "" ? null : given;
  // Only the address leads there, not what happens there later.
  untracked(() => {
    const { value } = live;
    if (value?.source.isUpToDate && value.session === place.value) goToAddress(value.view);
  });
});

/** Where one stands is in the address, so that it can be sent. */
function keepAddress(view: View, session: string): () => void {
  let waiting = 0;
  return effect(() => {
    const given = new URLSearchParams();
    if (view.held.value) given.set("at", String(view.at.value + 1));
    if (view.tab.value !== "timeline") given.set("tab", view.tab.value);
    const isHere = shown.value === "play" && place.value === session;
    const text = given.toString();
    clearTimeout(waiting);
    // Browsers take such changes slowly, and only so many of them.
    waiting = setTimeout(() => {
      if (!isHere || asked !== null) return;
      own = text;
      history.replaceState(null, "", `#/play/${session}${text === "" ? "" : `?${text}`}`);
      query.value = text;
    }, CALM);
  });
}

export function receiveJournal(message: Extract<FromServer, { type: "journal-part" | "journal-broken" }>): void {
  const { value } = live;
  if (value?.session !== message.session_id) return;
  if (message.type === "journal-broken") return tell(message.error, "warning");
  // Something is missing: from the place that is known, once more.
  if (!value.source.receive(message.part)) void watchJournal(value.session);
}
