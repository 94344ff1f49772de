// The forms that travel between the workbench page and the server.
//
// The messages themselves are in messages.d.ts, which is made from the server's types. Here is what the page alone understands:
// the server keeps it and gives it back, as JSON.
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

export type * from "./messages";

import type { Attachment, JsonObject } from "./messages";

/** The cards that the page knows. A request that names another one gets the generic form. */
export type DialogType =
  | "planner"
  | "text_input"
  | "single_choice"
  | "multi_choice"
  | "screenshot_request"
  | "confirm"
  | "generic_form";

/** Opaque to the server: stored and given back as it is. */
export type Draft = {
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
};

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

/** The human's preferences, kept by the server. Unknown members are kept; missing ones have the default of the page. */
export type Settings = {
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
};

/** A quick reply: at most 100. */
export type Snippet = {
  id: string;
  text: string;
};
