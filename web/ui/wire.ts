// The variable protocol: what travels between page and server.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Properties = Record<string, string>;

export interface Definition {
  version: number;
  html: string;
}

export interface Frame<M> {
  seq: number;
  ack: number;
  userEvent?: true;
  messages: M[];
}

/** An object, and the variable that had it: what the human saw when they did something. */
export interface Shown {
  id: number;
  obj: number;
}

export interface Update {
  type: "update";
  id: number;
  value?: Json;
  properties?: Properties;
  shown?: Shown;
}

export interface Create {
  type: "create";
  id: number;
  parent: number;
  path: string;
  properties?: Properties;
}

export type FromPage =
  | { type: "hello"; protocol: 1; page: string; tab: string; path: string }
  | { type: "visible"; visible: boolean }
  | Create
  | Update
  | { type: "get"; ids: number[] }
  | { type: "watch" | "unwatch"; id: number }
  | { type: "destroy"; ids: number[] };

export interface Welcome {
  type: "welcome";
  protocol: number;
  session: string;
  server: string;
  connection: string;
  handled: number | null;
}

export type NoticeKind = "busy" | "idle" | "attention" | "ended" | "stopping" | "reloaded" | "style";

export type FromServer =
  | Welcome
  | { type: "viewdefs"; defs: Record<string, Definition | null> }
  | Update
  | { type: "destroy"; ids: number[] }
  | { type: "error"; id?: number; code: string | null; message?: string; traceback?: string }
  | { type: "notice"; kind: NoticeKind; text?: string };

/** The number of a Lua object, or null for a value that is none. */
export function objectNumber(value: Json | undefined): number | null {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && typeof value["obj"] === "number" ? value["obj"] : null;
}

/** How a value reads as text: nil is empty, what is not JSON shows its description. */
export function text(value: Json | undefined): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if (!Array.isArray(value) && typeof value["non-json"] === "string") return value["non-json"];
  return JSON.stringify(value);
}

/** Lua's idea of truth. */
export function truth(value: Json | undefined): boolean {
  return value !== null && value !== undefined && value !== false;
}

export function equal(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}
