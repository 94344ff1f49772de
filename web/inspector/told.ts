// Rows of what the course said, what it loaded and what is wrong with its files: the texts are
// anybody's, so every one is checked.

import type { Told } from "./entries";
import type { CallFrame } from "./source";

type Payload = Record<string, unknown>;

/** Longer values are shown whole in the details only. */
const SHOWN = 160;
/** Names that a row of many files tells. */
const NAMED = 3;

export function consoleRow(payload: Payload): Told {
  const said = text(payload, "level");
  const level = said === "error" || said === "warning" ? said : "plain";
  const from = placeIn(text(payload, "source"), payload["line"]);
  return {
    kind: "console",
    what: `console.${level === "plain" ? (said === "debug" ? "debug" : "info") : level}`,
    subject: from ? "" : text(payload, "source"),
    value: short(text(payload, "text")),
    level,
    ...(from && { from }),
  };
}

export function networkRow(type: string, payload: Payload): Told {
  if (type === "network:failed")
    return {
      kind: "network",
      what: "not_loaded",
      subject: text(payload, "url"),
      value: text(payload, "reason"),
      level: "warning",
    };
  const requests = Array.isArray(payload["requests"]) ? (payload["requests"] as unknown[]) : [];
  const urls = requests.map((one) => (isObject(one) ? text(one, "url") : "")).filter(Boolean);
  const count = Number(payload["count"]) || urls.length;
  const named = urls.slice(0, NAMED).join(", ");
  const more = count > NAMED ? `, … (${count})` : "";
  return { kind: "network", what: "files", subject: short(named + more), value: bytes(payload["bytes"]) };
}

export function findingsOf(payload: Payload | undefined): Payload[] {
  const all = payload?.["findings"];
  return Array.isArray(all) ? all.filter(isObject) : [];
}

export function findingRow(finding: Payload): Told {
  const severity = text(finding, "severity");
  const level = /^(fatal|error)$/.test(severity) ? "error" : severity === "warning" ? "warning" : "plain";
  const from = placeIn(text(finding, "file"), finding["line"]);
  return {
    kind: "finding",
    what: `finding.${level}`,
    subject: from || finding["file"] === null ? "" : text(finding, "file"),
    value: short(text(finding, "message")),
    code: text(finding, "code"),
    level,
    ...(from && { from }),
  };
}

/** A place in a file of the course; nothing for what is elsewhere or has no line. */
function placeIn(address: string, line: unknown): CallFrame | null {
  const number = Number(line);
  if (address === "" || !Number.isInteger(number) || number < 1) return null;
  const found = /^https?:\/\/[^/]+\/content\/([^?#]+)/.exec(address)?.[1] ?? address;
  if (/^[a-z][a-z0-9+.-]*:/i.test(found)) return null;
  return { file: decoded(found), line: number, column: 1 };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function bytes(count: unknown): string {
  const number = Number(count);
  if (!Number.isFinite(number) || number <= 0) return "";
  return number < 1024 ? `${number} B` : `${Math.round(number / 1024)} KB`;
}

function isObject(value: unknown): value is Payload {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(payload: Payload, key: string): string {
  const value = payload[key];
  return typeof value === "string" ? value : "";
}

export function short(value: string): string {
  return value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;
}
