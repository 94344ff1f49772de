// What the server says becomes what the page knows.

import { attract } from "./attention";
import { receiveFindings } from "./courses/development";
import { connected, receiveDriving } from "./courses/driving";
import { receiveJournal } from "./courses/live";
import { receiveCourse } from "./courses/state";
import { acknowledged, close, delivered, hold, makeCard, reopen, resend, type Card } from "./dialogs/card";
import { flushDrafts } from "./dialogs/draft";
import { question } from "./dialogs/parameters";
import { oneLine } from "./markdown/nodes";
import { send } from "./socket";
import * as state from "./state";
import { t } from "./strings";
import type { DialogRequest, DialogState, FromServer } from "./wire";

const INSPECTOR_ENTRIES = 2_000;
const TERMINAL: DialogState[] = ["COMPLETED", "CANCELLED", "EXPIRED", "ERROR"];

let ownConnection = "";
/** Pages being watched again after a reconnect. */
let watching = false;

export function receive(message: FromServer): void {
  switch (message.type) {
    case "welcome":
      welcome(message);
      break;
    case "dialog-request":
      requested(message);
      break;
    case "dialog-response-result": {
      const card = find(message.requestId);
      if (card) acknowledged(card, message.error ?? null, message.undo_ms);
      break;
    }
    case "dialog-held": {
      const card = find(message.requestId);
      if (card && message.undo_ms === null) reopen(card);
      else if (card) hold(card, message.connection === ownConnection);
      break;
    }
    case "dialog-state-change":
      changed(message);
      break;
    case "dialog-update": {
      const card = find(message.requestId);
      if (card)
        card.request.value = {
          ...card.request.value,
          position: message.position,
          agent_waiting: message.agent_waiting,
        };
      state.cards.value = [...state.cards.value];
      break;
    }
    case "status":
      state.status.value = message;
      break;
    case "notice":
      state.tell(t(`notice.${message.code}`, {}, message.text), message.level);
      break;
    case "pairing":
      state.pairing.value = message.request;
      break;
    case "settings":
    case "notes":
    case "remembered":
    case "learned":
      know(message);
      break;
    case "sessions":
    case "course-state":
    case "course-gone":
      receiveCourse(message);
      break;
    case "course-seat":
    case "course-acts":
      receiveDriving(message);
      break;
    case "journal-part":
    case "journal-broken":
      receiveJournal(message);
      break;
    case "course-findings":
      receiveFindings(message);
      break;
    case "inspecting":
      state.inspecting.value = message.on;
      break;
    case "inspector-entries":
      inspect(message.entries);
      break;
  }
}

export function watchInspector(on: boolean): void {
  watching = on;
  send({ type: "inspector-watch", on });
}

function welcome(message: Extract<FromServer, { type: "welcome" }>): void {
  ownConnection = message.connection;
  connected(message.connection);
  state.version.value = message.version;
  state.status.value = message.status;
  state.pairing.value = message.pairing;
  know(message);
  state.inspecting.value = message.inspecting;
  // Another server counts from the beginning.
  state.inspected.value = [];
  if (watching) send({ type: "inspector-watch", on: true });
  for (const card of state.cards.value) {
    const phase = card.phase.value;
    if (message.open.includes(card.id) || phase.name === "delivered" || phase.name === "closed") continue;
    if (phase.name === "held" && phase.mine) delivered(card);
    else close(card, t("card.closed.away"), "warning");
  }
  flushDrafts();
  for (const card of state.cards.value) resend(card);
}

/** What comes whole, at the welcome and after each change. */
function know(
  known: Partial<Pick<Extract<FromServer, { type: "welcome" }>, "settings" | "notes" | "remembered" | "learned">>,
): void {
  if (known.settings) state.settings.value = { ...state.DEFAULT_SETTINGS, ...known.settings };
  if (known.notes) state.notes.value = known.notes;
  if (known.remembered) state.remembered.value = known.remembered;
  if (known.learned) state.learned.value = known.learned;
}

function requested(request: DialogRequest): void {
  const known = find(request.requestId);
  if (known) {
    // The draft here is newer than the one the server has; after a restart the dialog must be reported as displayed again.
    const displayedBefore = known.request.value.position === 0;
    known.request.value = request;
    if (request.undo_ms !== undefined) hold(known, false);
    else reopen(known);
    if (displayedBefore && request.state === "PENDING")
      send({ type: "dialog-displayed", requestId: request.requestId });
    return;
  }
  state.cards.value = [...state.cards.value, makeCard(request)];
  state.announcement.value = t("card.new", {
    asker: request.asker,
    question: oneLine(question(request)).slice(0, 120),
  });
  attract(request);
  if (state.view.value !== "questions") state.tell(state.announcement.value);
}

function changed(message: Extract<FromServer, { type: "dialog-state-change" }>): void {
  const card = find(message.dialog_id);
  if (!card) return;
  card.request.value = { ...card.request.value, state: message.state };
  if (!TERMINAL.includes(message.state) || message.state === "ERROR") return;
  const phase = card.phase.value;
  const mine =
    message.connection === ownConnection ||
    phase.name === "delivered" ||
    phase.name === "sending" ||
    (phase.name === "held" && phase.mine);
  if (!mine || message.by === "agent" || message.by === "clock") close(card, t(`card.closed.${message.by ?? "page"}`));
  else if (phase.name === "held") delivered(card);
}

/** What comes live may already have come with the ring. */
function inspect(entries: typeof state.inspected.value): void {
  const newest = state.inspected.value.at(-1)?.n ?? -1;
  const fresh = entries.filter((entry) => entry.n > newest);
  state.inspected.value = [...state.inspected.value, ...fresh].slice(-INSPECTOR_ENTRIES);
}

function find(id: string): Card | undefined {
  return state.cards.value.find((card) => card.id === id);
}
