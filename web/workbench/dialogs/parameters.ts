// Reads what the asker gave. The server has checked it; what is missing has the default of the contract.

import type { DialogRequest, Json, JsonObject } from "../wire";

export interface Option {
  value: string;
  label: string;
  description: string;
  checked: boolean;
  disabled: boolean;
  group: string;
  tags: string[];
}

export function text(request: DialogRequest, name: string): string {
  const value = request.parameters[name];
  return typeof value === "string" ? value : "";
}

export function flag(request: DialogRequest, name: string, otherwise = false): boolean {
  const value = request.parameters[name];
  return typeof value === "boolean" ? value : otherwise;
}

export function number(request: DialogRequest, name: string): number | null {
  const value = request.parameters[name];
  return typeof value === "number" ? value : null;
}

/** Label and value stand for each other where one is missing; a plain string is both. */
export function options(request: DialogRequest): Option[] {
  const list = request.parameters["options"];
  return Array.isArray(list) ? list.map(option) : [];
}

function option(given: Json): Option {
  const one: JsonObject =
    typeof given === "object" && given !== null && !Array.isArray(given) ? given : { label: given, value: given };
  const string = (name: string) => (one[name] === undefined || one[name] === null ? "" : String(one[name]));
  const tags = one["tags"];
  return {
    value: string("value") || string("label"),
    label: string("label") || string("value"),
    description: string("description"),
    checked: one["checked"] === true,
    disabled: one["disabled"] === true,
    group: string("group"),
    tags: Array.isArray(tags) ? tags.map(String) : [],
  };
}

/** How few and how many a multiple choice takes. */
export function bounds(request: DialogRequest): { least: number; most: number; empty: boolean } {
  const empty = flag(request, "allowEmpty");
  const enabled = options(request).filter((one) => !one.disabled).length;
  return {
    least: number(request, "minSelections") ?? (empty ? 0 : 1),
    most: number(request, "maxSelections") ?? enabled,
    empty,
  };
}

/** What the card is called. */
export function question(request: DialogRequest): string {
  return text(request, "question") || text(request, "decision_context");
}

export const isDangerous = (request: DialogRequest): boolean =>
  request.dialogType === "confirm" && flag(request, "isDangerous");

/** Only these take images. */
export const takesImages = (request: DialogRequest): boolean =>
  request.dialogType === "planner" || request.dialogType === "screenshot_request";

/** "Always answer this way" exists for choices and texts only. */
export const mayBeRemembered = (request: DialogRequest): boolean =>
  ["text_input", "single_choice", "multi_choice"].includes(request.dialogType);
