// From journal and stream to rows of the timeline: pure functions, one row for each thing that means
// something to a reader. A call and the change it makes are one row.

import type { Effect, Told as LmsTold } from "../../crates/scorm-wasm/js/engine.js";
import { callerOf } from "./call_source";
import { consoleRow, findingRow, findingsOf, networkRow, short } from "./told";
import type { CallFrame, Entry, EntryKind, Line, Picture, TraceRecord } from "./source";

/** Changes that are rows of their own: what a learner's record is judged by. */
const MEANS_MUCH = /^cmi\.(completion_status|success_status|score\.(scaled|raw)|core\.(lesson_status|score\.raw))$/;

/** Data Model Element Value Not Initialized. */
const NOT_SET = 403;

const SUPPORT = new Set(["GetLastError", "GetErrorString", "GetDiagnostic"]);

export type Row = Omit<Entry, "id" | "moment" | "at">;
/** What a row says at least. */
export type Told = Partial<Row> & Pick<Row, "kind" | "what">;

/** What the rows need to know of those before. */
export class Rows {
  readonly entries: Entry[] = [];
  #activity: string | null = null;
  #unpictured = 0;
  readonly #found = new Set<string>();

  constructor(private readonly pictures: readonly Picture[]) {}

  /** Rows of an entry of the journal, with its effects. */
  journal(moment: number, at: number, line: Line, effects: Effect[]): void {
    const add = (row: Told) => this.#add(moment, at, row);
    if ("opening" in line) {
      this.#activity = null;
      return add({ kind: "session", what: "opened" });
    }
    if (!("event" in line)) return;
    const { event, cut, lms, source } = line.event;
    switch (event.kind) {
      case "api_called":
        this.#call(moment, at, event, effects, cut, lms, callerOf(source));
        break;
      case "navigation_requested":
        add({ kind: "decision", what: "requested", subject: requestOf(event), by: "learner" });
        break;
      case "content_loaded":
        add({ kind: "content", what: "loaded" });
        break;
      case "content_unloaded":
        add({ kind: "content", what: "unloaded" });
        break;
      case "launched":
        break;
      default:
        add({ kind: "session", what: event.kind });
    }
    for (const effect of effects) this.#effect(moment, at, effect);
  }

  /** The rows of a record; none for those that only repeat. */
  record(moment: number, record: TraceRecord): void {
    if (record.type === "validation:findings") return this.#findings(moment, record);
    const row = recordRow(record);
    if (!row) return;
    if (row.kind === "picture") {
      const path = String(record.payload?.["path"] ?? "");
      const found = this.pictures.findIndex((picture, place) => place >= this.#unpictured && picture.path === path);
      if (found >= 0) {
        row.picture = found;
        this.#unpictured = found + 1;
      }
    }
    this.#add(moment, record.time, { ...row, record });
  }

  /** A course is checked again and again; each finding is one row, when it is first found. */
  #findings(moment: number, record: TraceRecord): void {
    for (const finding of findingsOf(record.payload)) {
      const row = findingRow(finding);
      const key = JSON.stringify([row.code, row.subject, row.value]);
      if (this.#found.has(key)) continue;
      this.#found.add(key);
      this.#add(moment, record.time, { ...row, record: { ...record, payload: finding } });
    }
  }

  #add(moment: number, at: number, row: Told): void {
    this.entries.push({
      id: this.entries.length,
      moment,
      at,
      subject: "",
      value: "",
      code: "",
      level: "plain",
      activity: this.#activity,
      by: null,
      ...row,
    });
  }

  #call(
    moment: number,
    at: number,
    event: { function: string; args: (string | null)[]; origin?: "content" | "tool" | "engine" },
    effects: Effect[],
    cut: number[] | undefined,
    told: LmsTold | undefined,
    from: CallFrame | undefined,
  ): void {
    const answered = effects.find((effect) => effect.effect === "answered");
    const error = answered?.effect === "answered" ? answered.error : 0;
    const answer = answered?.effect === "answered" ? answered.value : "";
    const writes = event.function === "SetValue";
    const reads = event.function === "GetValue" || SUPPORT.has(event.function);
    const refused = error !== 0 && !SUPPORT.has(event.function);
    // Courses ask for what was never set; that is how they learn that nobody was here before.
    const unset = event.function === "GetValue" && error === NOT_SET;
    this.#add(moment, at, {
      kind: "call",
      what: event.function,
      subject: event.args[0] ?? "",
      value: short(writes ? (event.args[1] ?? "") : reads ? answer : "") + toldOtherwise(told, answer, error),
      code: refused ? String(error) : "",
      level: refused && !unset ? "error" : cut ? "warning" : "plain",
      by: event.origin ?? "content",
      ...(from && { from }),
    });
  }

  #effect(moment: number, at: number, effect: Effect): void {
    const add = (row: Told) => this.#add(moment, at, row);
    switch (effect.effect) {
      case "data_changed":
        for (const change of effect.changes) {
          const own = effect.origin === "engine" || MEANS_MUCH.test(change.element);
          if (own && change.before !== change.after) {
            const value = short(change.after ?? "");
            add({
              kind: "data",
              what: "changed",
              subject: change.element,
              value,
              by: effect.origin,
              activity: effect.activity,
            });
          }
        }
        break;
      case "navigated": {
        const { outcome } = effect;
        const exception = outcome.outcome === "no_content" ? (outcome.exception ?? "") : "";
        const what = `decided.${outcome.outcome}`;
        const value = outcome.outcome === "delivered" ? outcome.activity : "";
        add({ kind: "decision", what, subject: effect.request, value, code: exception, by: effect.by });
        break;
      }
      case "navigation_refused":
        add({
          kind: "decision",
          what: "decided.refused",
          subject: effect.request,
          value: effect.message,
          code: effect.exception,
          level: "warning",
          by: effect.by,
        });
        break;
      case "deliver":
        this.#activity = effect.activity;
        add({ kind: "content", what: effect.resumed ? "delivered.resumed" : "delivered", subject: effect.url });
        break;
      case "session_ended":
        add({ kind: "session", what: effect.suspended ? "ended.suspended" : "ended" });
        break;
      case "noted":
        add({ kind: "data", what: "noted", subject: effect.element ?? "", value: effect.message, level: "warning" });
        break;
      default:
    }
  }
}

/** A request in the words of `adl.nav.request`. */
function requestOf(event: { request: string; target?: string }): string {
  const words: Record<string, string> = {
    exit_all: "exitAll",
    abandon_all: "abandonAll",
    suspend_all: "suspendAll",
  };
  const request = words[event.request] ?? event.request;
  return event.target === undefined ? request : `{target=${event.target}}${request}`;
}

function recordRow(record: TraceRecord): Told | null {
  const payload = record.payload ?? {};
  const text = (key: string) => (typeof payload[key] === "string" ? (payload[key] as string) : "");
  const act = payload["act"];
  if (typeof act === "object" && act !== null) {
    const { action, role, name, selector, value, text: typed } = act as Record<string, unknown>;
    const on = [role, name].filter((one) => typeof one === "string").join(" ") || String(selector ?? "");
    const given = value ?? typed;
    const began = record.began === undefined ? {} : { began: record.began };
    const shown = given === undefined ? "" : short(typeof given === "string" ? given : JSON.stringify(given));
    return {
      kind: "act",
      what: `act.${String(action)}`,
      subject: on,
      value: shown,
      by: record.payload?.["by"] === "person" ? "person" : "tool",
      ...began,
    };
  }
  switch (record.type) {
    case "console:message":
    case "console:log":
      return consoleRow(payload);
    case "console:left_out":
      return { kind: "console", what: "left_out", value: String(payload["count"] ?? "") };
    case "network:loaded":
    case "network:failed":
      return networkRow(record.type, payload);
    case "network:left_out":
      return { kind: "network", what: "left_out", value: String(payload["count"] ?? "") };
    case "network:blocked":
      return { kind: "network", what: "blocked", subject: text("url"), value: text("reason"), level: "warning" };
    case "dialog:opened":
      return { kind: "console", what: "dialog", subject: text("kind"), value: short(text("message")) };
    case "screenshot:capture_done":
      return { kind: "picture", what: "picture" };
    case "state:saved":
      return { kind: "session", what: "saved", subject: text("cause") };
    case "state:kept_aside":
      return { kind: "session", what: "kept_aside", level: "warning" };
    case "content_tampered":
      return { kind: "session", what: "tampered", value: text("what"), level: "warning" };
    case "runtime:crashed":
      return { kind: "session", what: "crashed", value: text("cause"), level: "error" };
    case "session:forked":
      return { kind: "session", what: "forked", subject: text("from"), value: String(Number(payload["moment"]) + 1) };
    case "validation:completed":
      return { kind: "session", what: "validated", value: String(payload["score"] ?? "") };
    default:
      return null;
  }
}

/** What the code of an LMS told the course, where that is not the engine's answer. */
function toldOtherwise(told: LmsTold | undefined, answer: string, error: number): string {
  if (!told) return "";
  if (told.throws) return ` · LMS: throws ${told.throws.name}`;
  const isSame = told.type === "string" && told.value === answer && Number(told.error ?? error) === error;
  if (isSame) return "";
  const kind = told.type === "string" ? [] : [told.type];
  // An empty text is an answer too, and that there is no error may be all that differs.
  const value = told.value === undefined ? [] : [told.value === "" ? '""' : short(told.value)];
  const code = Number(told.error ?? error) === error ? "" : `, ${told.error}`;
  return ` · LMS: ${[...kind, ...value].join(" ")}${code}`;
}

/** Rows of this kind tell faults. */
export function isProblem(entry: Entry): boolean {
  return entry.level !== "plain";
}

export const KINDS: EntryKind[] = [
  "call",
  "data",
  "decision",
  "content",
  "act",
  "console",
  "network",
  "picture",
  "finding",
  "session",
];
