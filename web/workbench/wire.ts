// The forms that travel between the workbench page and the server.
//
// HTTP, all same-origin. Bodies and replies are JSON unless said otherwise; a refusal is a 4xx with `{error: text}`.
//
//   GET  /                                the page: web/workbench/index.html of the build; beside it /workbench/workbench.js, /workbench/workbench.css.
//   POST /human/pair                      Pairing -> Paired. No token needed. 401: code or resume secret is not (or no longer) good.
//   POST /human/code                      for programs, with their token: a one-time address, on the human's word if a page is open.
//   POST /human/attachments?dialog=&name=&width=&height=
//                                         body = image bytes, Content-Type image/*, Authorization: Bearer <human token> -> Attachment.
//                                         413 too large, 415 not png/jpeg/gif/webp by its first bytes, 404 no such open dialog.
//   POST /human/attachments/{id}/reduced  body = a copy of at most 700 KB and 1,568 px, sent only when the original is larger -> Attachment.
//   GET  /human/attachments/{id}          Authorization: Bearer <human token> -> the original's bytes (previews after a reload, history).
//   GET  /status                          Authorization: Bearer <either token> -> Status.
//   Uploaded images that no answer names are deleted when their dialog ends; the page never has to delete one.
//
// WebSocket /human, text frames. The page sends `auth` first. The server answers `welcome` (or closes with 4401: the token is no
// longer good, the page then uses its resume secret), then one `dialog-request` per open dialog, in queue order, and pushes from then on.
//
// A message of the page that carries `seq` gets exactly one reply with the same `seq`: the one named at its type, or `failed`.
// Messages without `seq` get no reply. What one page changes (settings, notes, remembered, learned) is pushed to all pages, that one too.
// Times named `*_at` and `at` are integer milliseconds since 1970; `timestamp` of dialog messages is ISO-8601.

// ---- pairing ---------------------------------------------------------------------------------------------------------------------

/** `code` is the one-time code of `#k=`; `resume` the secret a page got when it was paired. */
export type Pairing = { code: string } | { resume: string };

export interface Paired {
  /** Of this page alone. */
  token: string;
  /** Replaces the secret that was used, if one was. */
  resume: string;
}

/** A further browser wants to be paired; `number` stands where that was asked for, too. */
export interface PairingRequest {
  id: string;
  number: string;
}

// ---- dialogs ---------------------------------------------------------------------------------------------------------------------

export type DialogType =
  | "planner"
  | "text_input"
  | "single_choice"
  | "multi_choice"
  | "screenshot_request"
  | "confirm"
  | "generic_form";

export type DialogState =
  | "IDLE"
  | "PENDING"
  | "ACTIVE"
  | "RESPONDING"
  | "COMPLETED"
  | "ERROR"
  | "CANCELLED"
  | "EXPIRED";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A question. Sent again under the same id whenever the page connects. */
export interface DialogRequest {
  type: "dialog-request";
  requestId: string;
  dialogType: DialogType;
  /** The tool's registry name. Equals `dialogType` except for the generic form. */
  tool: string;
  /** As the asker gave them, checked, in the spelling of the schema, defaults not filled in. */
  parameters: JsonObject;
  /** When it was asked. */
  timestamp: string;
  /** Name of the client or program that asks. */
  asker: string;
  /** Connected without a token (`--ws-no-token`). */
  unverified?: boolean;
  project?: string | null;
  session_label?: string | null;
  /** 0: the card is open. 1 and more: its place in the queue. The page obeys; the server keeps at most three at 0. */
  position: number;
  agent_waiting: boolean;
  expires_at: number;
  state: DialogState;
  /** What the page last sent as `draft`, word for word. */
  draft?: Draft | null;
  /** The human has acted and may still undo it, for so long. */
  undo_ms?: number;
  /** The answer's JSON schema; of tools that are declared by their schemas alone. */
  answerSchema?: JsonObject | null;
}

/** Opaque to the server: stored and given back as it is. */
export interface Draft {
  choice?: string | null;
  choices?: string[];
  text?: string;
  words?: string;
  inWords?: boolean;
  comment?: string;
  fields?: JsonObject;
  /** The fields as lines of text, where no form could be shown; then `fields` no longer count. */
  plain?: string | null;
  attachments?: Attachment[];
}

export interface Attachment {
  id: string;
  name: string;
  type: string;
  size: number;
  width: number;
  height: number;
}

/**
 * What the human gave. By dialog type, beside `comment` and `attachments`:
 *   planner            {choice: value|null, thinkingMode, additionalContext, intent}
 *   text_input         {text}
 *   single_choice      {choice: value}, or in words {choice: null, text}
 *   multi_choice       {choices: [values in option order]}, or in words {choices: [], text}
 *   screenshot_request {additionalText}
 *   confirm            {confirmed}
 *   generic_form       the members of the answer schema
 *   all                {cancelled: true} or {declined: true}
 */
export type ResponseData = JsonObject;

export type ThinkingMode = "quick" | "normal" | "deep" | "ultra";
export type Intent = "plan" | "execute" | "execute_and_reopen";

// ---- settings --------------------------------------------------------------------------------------------------------------------

/** The human's preferences, kept by the server. Unknown members are kept; missing ones have the default of the page. */
export interface Settings {
  theme: "system" | "light" | "dark";
  language: "system" | "en" | "de";
  sound: boolean;
  /** A new card takes the focus when the human is not typing in another one. */
  autoFocus: boolean;
  doNotDisturb: boolean;
  thinkingMode: ThinkingMode;
  /** How long an act can be undone before it counts; 0 is not at all. */
  undoSeconds: number;
  snippets: Snippet[];
}

/** A quick reply: at most 100. */
export interface Snippet {
  id: string;
  text: string;
}

export interface Note {
  id: string;
  text: string;
  at: number;
}

/** A standing answer ("always answer this way"). */
export interface Remembered {
  id: string;
  tool: string;
  /** The question in one line. */
  question: string;
  /** The answer in one line, for people. */
  answer: string;
  project?: string | null;
  at: number;
}

/** A learned hold of a client. */
export interface Learned {
  client: string;
  with_progress: boolean;
  seconds: number;
  at: number;
}

// ---- history, inspector, metrics --------------------------------------------------------------------------------------------------

/** All given members must hold. */
export interface HistoryFilter {
  tool?: string;
  state?: DialogState;
  project?: string;
  /** `created_at` from (inclusive) and until (exclusive). */
  from?: number;
  until?: number;
  /** Case-insensitive, anywhere in question, parameters, answer or comment. */
  text?: string;
}

/** One line of the history. */
export interface HistorySummary {
  dialog_id: string;
  tool: string;
  state: DialogState;
  /** As in tool results: answered, cancelled, declined, no_response; `error` for ERROR. */
  status: "answered" | "cancelled" | "declined" | "no_response" | "error";
  /** First 200 characters of the question (or decision context), one line. */
  question: string;
  /** The answer for people in one line, at most 200 characters; absent without an answer. */
  answer?: string;
  asker: string;
  project?: string | null;
  created_at: number;
  ended_at: number;
  attachments: number;
  delivered: boolean;
}

/** The whole entry, as the tracker's record. */
export interface HistoryEntry {
  id: Json;
  dialog_id: string;
  tool: string;
  parameters: JsonObject;
  state: DialogState;
  createdAt: number;
  updatedAt: number;
  asker: string;
  project?: string | null;
  session_label?: string | null;
  delivered_at?: number | null;
  /** Where the answer came from. */
  answered_by?: { connection: string; user_agent: string; at: number; proof?: string } | null;
  error?: string | null;
  /** `source`, `answer`, `comment`, `attachments` as in tool results. */
  response?: {
    source?: string;
    answer?: Json;
    comment?: string;
    attachments?: Attachment[];
    [key: string]: unknown;
  } | null;
}

export interface InspectorEntry {
  /** Counts up; identifies the entry. */
  n: number;
  timestamp: number;
  direction: "incoming" | "outgoing";
  message: Json;
  /** Bytes of the JSON. */
  size: number;
  connection: string;
  asker: string;
  /** The tool that the message belongs to; replies carry the tool of their request. */
  tool?: string | null;
}

export interface InspectorFilter {
  /** Empty or absent: all. */
  tools?: string[];
  direction?: "incoming" | "outgoing";
  asker?: string;
  text?: string;
}

export interface Metrics {
  active: number;
  completed: number;
  errors: number;
  cancelled: number;
  expired: number;
  averageResponseTime: number | null;
  successRate: number | null;
}

export interface ToolReport {
  tool: string;
  requests: number;
  responses: number;
  errors: number;
  cancelled: number;
  expired: number;
  averageLatency: number | null;
  successRate: number | null;
}

export interface Status {
  connected: boolean;
  activeDialogs: number;
  /** Seconds since the server started. */
  uptime: number;
  port: number;
  host_or_guest: "host" | "guest";
  pages: number;
  queue: number;
}

// ---- page to server --------------------------------------------------------------------------------------------------------------

export type ToServer =
  | { type: "auth"; token: string }
  /** Every 15 s; the server answers `pong`. Two missed: the page takes the connection for dead. */
  | { type: "ping" }
  | { type: "dialog-displayed"; requestId: string }
  | { type: "dialog-render-failed"; requestId: string; message: string }
  | { type: "draft"; requestId: string; data: Draft }
  | {
      type: "dialog-response";
      requestId: string;
      data: ResponseData;
      /** Store it as standing answer; refused for confirm, dangerous and screenshot dialogs. */
      remember?: true;
      /** The countdown ran out; the result is marked `auto_submit`; refused for confirm. */
      auto?: true;
      /** The act counts only after this time, at most ten seconds, and can be undone until then. It is on disk at once. */
      undo_ms?: number;
    }
  /** Refused by a `notice` when the agent has it already. */
  | { type: "dialog-undo"; requestId: string }
  /** The human picks a waiting dialog: it gets position 0; if three were open, the youngest of them gets 1 (its state stays). */
  | { type: "dialog-pick"; requestId: string }
  | { type: "note-add"; text: string }
  | { type: "note-remove"; id: string }
  /** Only the members that changed. */
  | { type: "settings-change"; settings: Partial<Settings> }
  | { type: "remembered-remove"; id: string }
  | { type: "learned-remove"; client: string; with_progress: boolean }
  /** The human's word on a browser that wants to be paired. */
  | { type: "pairing-decision"; id: string; allow: boolean }
  /** Reply `history-page`, newest first. `limit` at most 100. */
  | { type: "history-query"; seq: number; filter: HistoryFilter; offset: number; limit: number }
  /** Reply `history-entry`. */
  | { type: "history-get"; seq: number; dialog_id: string }
  /** Reply `history-export`; the page offers it as download. */
  | { type: "history-export"; seq: number; filter: HistoryFilter }
  /** Reply `done`. With `dialog_id` one entry, without all. Images go too. */
  | { type: "history-delete"; seq: number; dialog_id?: string }
  /** Reply `metrics`. */
  | { type: "metrics-query"; seq: number }
  /** Recording on or off, for the whole server. */
  | { type: "inspector-switch"; on: boolean }
  /** Whether this page gets `inspector-entries`; `true` first sends what the ring holds. */
  | { type: "inspector-watch"; on: boolean }
  /** Reply `inspector-export`; also written below the data directory. */
  | { type: "inspector-export"; seq: number; filter: InspectorFilter };

// ---- server to page --------------------------------------------------------------------------------------------------------------

export type FromServer =
  | {
      type: "welcome";
      /** The page's id; also in `answered_by`. */
      connection: string;
      version: string;
      /** All open dialogs. A card whose id is not here was closed while the page was away. */
      open: string[];
      settings: Partial<Settings>;
      notes: Note[];
      remembered: Remembered[];
      learned: Learned[];
      /** The inspector records. */
      inspecting: boolean;
      status: Status;
      pairing: PairingRequest | null;
    }
  | { type: "pong" }
  | DialogRequest
  | { type: "dialog-response-result"; requestId: string; success: true; undo_ms?: number }
  | { type: "dialog-response-result"; requestId: string; success: false; error: string }
  /** A terminal state closes the card; `by` says whether this page, another page, the agent or the clock ended it. */
  | {
      type: "dialog-state-change";
      dialog_id: string;
      state: DialogState;
      timestamp: number;
      by?: "page" | "agent" | "clock" | "elicitation";
      connection?: string;
    }
  /** A page has acted and may still undo it; null: the act was undone and the card is open again. */
  | { type: "dialog-held"; requestId: string; undo_ms: number | null; connection: string | null }
  | { type: "dialog-update"; requestId: string; position: number; agent_waiting: boolean }
  | ({ type: "status" } & Status)
  /** `code` is for the page's own words; `text` is English and complete. `paired`: another browser was paired. */
  | { type: "notice"; level: "info" | "warning"; code: string; text: string }
  /** The browser that waits to be let in now, if one does. */
  | { type: "pairing"; request: PairingRequest | null }
  | { type: "settings"; settings: Partial<Settings> }
  | { type: "notes"; notes: Note[] }
  | { type: "remembered"; remembered: Remembered[] }
  | { type: "learned"; learned: Learned[] }
  | {
      type: "history-page";
      seq: number;
      /** Of all that match. */
      total: number;
      entries: HistorySummary[];
      /** What the filters can offer: all values in the history. */
      tools: string[];
      projects: string[];
    }
  | { type: "history-entry"; seq: number; entry: HistoryEntry }
  | { type: "history-export"; seq: number; entries: HistoryEntry[] }
  | { type: "metrics"; seq: number; metrics: Metrics; report: ToolReport[] }
  | { type: "inspecting"; on: boolean }
  | { type: "inspector-entries"; entries: InspectorEntry[] }
  | {
      type: "inspector-export";
      seq: number;
      /** Relative to the data directory. */
      path: string;
      export: { session: { start: number; end: number; messageCount: number }; messages: InspectorEntry[] };
    }
  | { type: "done"; seq: number }
  | { type: "failed"; seq: number; error: string };
