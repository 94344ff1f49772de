// What the page knows, as signals. Views read it; `inbox.ts` and the acts of the human change it.

import { computed, signal } from "@preact/signals";
import type { Card } from "./dialogs/card";
import type { Connection } from "./socket";
import { send } from "./socket";
import type { InspectorEntry, Learned, Note, PairingRequest, Remembered, Settings, Status } from "./wire";

export const connection = signal<Connection>("connecting");
export const status = signal<Status | null>(null);
export const version = signal("");

/** Open and waiting questions, in the order of the queue. */
export const cards = signal<Card[]>([]);
export const openCards = computed(() => cards.value.filter((card) => card.request.value.position === 0));
/** Questions that wait for the human. */
export const askingCards = computed(() =>
  cards.value.filter((card) => ["open", "sending", "failed"].includes(card.phase.value.name)),
);
export const queuedCards = computed(() =>
  cards.value
    .filter((card) => card.request.value.position > 0)
    .sort((a, b) => a.request.value.position - b.request.value.position),
);

/** A browser that waits to be let in. */
export const pairing = signal<PairingRequest | null>(null);

export const notes = signal<Note[]>([]);
export const remembered = signal<Remembered[]>([]);
export const learned = signal<Learned[]>([]);

export const inspecting = signal(false);
export const inspected = signal<InspectorEntry[]>([]);

export const DEFAULT_SETTINGS: Settings = {
  theme: "system",
  language: "system",
  sound: true,
  autoFocus: true,
  doNotDisturb: false,
  thinkingMode: "normal",
  undoSeconds: 4,
  snippets: [],
};
export const settings = signal<Settings>(DEFAULT_SETTINGS);

/** Shows the change at once and tells the server, which tells all pages. */
export function changeSettings(change: Partial<Settings>): void {
  settings.value = { ...settings.value, ...change };
  send({ type: "settings-change", settings: change });
}

/** Keeps a text as a quick reply. `randomUUID` is missing where the page comes over plain HTTP from another machine. */
export function addSnippet(text: string): void {
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  changeSettings({ snippets: [...settings.value.snippets, { id, text }] });
}

/** Seconds of the countdown; 0 is off. Of this page alone, so not among the settings. */
export const autoSubmit = signal(Number(sessionStorage.getItem("greenroom.auto-submit")) || 0);

export function changeAutoSubmit(seconds: number): void {
  autoSubmit.value = seconds;
  sessionStorage.setItem("greenroom.auto-submit", String(seconds));
}

/** The clock of all ages on the page. */
export const now = signal(Date.now());
setInterval(() => (now.value = Date.now()), 10_000);

/** Seconds since the server started: what it last said, and the time since then. */
export const uptime = computed(() => {
  const known = status.value;
  return known === null ? 0 : known.uptime + Math.max(0, Math.floor((now.value - statusAt) / 1000));
});
let statusAt = Date.now();
status.subscribe(() => (statusAt = now.value = Date.now()));

export type View = "home" | "questions" | "pages" | "history" | "inspector" | "settings" | "play";
/** Those that the navigation lists. */
export const VIEWS: View[] = ["home", "questions", "pages", "history", "inspector", "settings"];
export const view = signal<View>("questions");
/** What the view shows, like the session of a course: the second part of the address. */
export const place = signal<string | null>(null);
/** Where in it: what follows the question mark of the address. */
export const query = signal("");
readAddress();
addEventListener("hashchange", readAddress);
addEventListener("popstate", readAddress);

export function show(next: View, at?: string): void {
  history.pushState(null, "", at === undefined ? `#/${next}` : `#/${next}/${at}`);
  readAddress();
}

/** The view of the address bar becomes the one that is shown. */
function readAddress(): void {
  const [, name, at, where] = /^#\/(\w+)(?:\/([\w-]+))?(?:\?(.*))?$/.exec(location.hash) ?? [];
  const known = name === "play" && at !== undefined ? "play" : VIEWS.find((one) => one === name);
  place.value = known === "play" ? (at ?? null) : null;
  view.value = known ?? "questions";
  query.value = where ?? "";
}

/** A short word to the human that goes away by itself. */
export interface Toast {
  id: number;
  text: string;
  tone: "info" | "warning" | "success";
}
export const toasts = signal<Toast[]>([]);
let toastCount = 0;

export function tell(text: string, tone: Toast["tone"] = "info"): void {
  const id = ++toastCount;
  toasts.value = [...toasts.value.slice(-3), { id, text, tone }];
  setTimeout(() => dismiss(id), 8_000);
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** What a screen reader is told politely. */
export const announcement = signal("");
