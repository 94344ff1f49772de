// Drafts: to the server one second after the last keystroke, and when the page is hidden; to sessionStorage at once, since a reload
// does not wait for either.

import { send } from "../socket";
import type { Draft } from "../wire";

const DEBOUNCE_MS = 1_000;
const KEY = "greenroom.draft.";

const waiting = new Map<string, { data: Draft; timer: ReturnType<typeof setTimeout> }>();

export function saveDraft(requestId: string, data: Draft): void {
  store(requestId, data);
  clearTimeout(waiting.get(requestId)?.timer);
  waiting.set(requestId, { data, timer: setTimeout(() => flush(requestId), DEBOUNCE_MS) });
}

export function localDraft(requestId: string): Draft | null {
  const stored = sessionStorage.getItem(KEY + requestId);
  return stored === null ? null : (JSON.parse(stored) as Draft);
}

export function forgetDraft(requestId: string): void {
  clearTimeout(waiting.get(requestId)?.timer);
  waiting.delete(requestId);
  sessionStorage.removeItem(KEY + requestId);
}

export function flushDrafts(): void {
  for (const requestId of [...waiting.keys()]) flush(requestId);
}

function flush(requestId: string): void {
  const draft = waiting.get(requestId);
  if (!draft) return;
  clearTimeout(draft.timer);
  // Without a connection it keeps waiting; `flushDrafts` is called again when the connection is back.
  if (send({ type: "draft", requestId, data: draft.data })) waiting.delete(requestId);
}

function store(requestId: string, data: Draft): void {
  try {
    sessionStorage.setItem(KEY + requestId, JSON.stringify(data));
  } catch {
    // Full: the server's copy remains.
  }
}

addEventListener("pagehide", flushDrafts);
document.addEventListener("visibilitychange", () => document.hidden && flushDrafts());
