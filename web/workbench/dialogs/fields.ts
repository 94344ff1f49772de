// The fields of a generic form, read from the JSON schema of the answer.

import type { Json, JsonObject } from "../wire";
import type { Outcome } from "./answer";

export interface Field {
  name: string;
  label: string;
  description: string;
  kind: "text" | "number" | "integer" | "boolean" | "enum" | "list" | "set";
  /** Of `enum` and `set`. */
  values: string[];
  required: boolean;
  initial: Json;
}

export function fieldsOf(schema: JsonObject | null | undefined): Field[] {
  const properties = schema?.["properties"];
  if (!isObject(properties)) return [];
  const required = schema?.["required"];
  return Object.entries(properties).map(([name, given]) =>
    field(name, isObject(given) ? given : {}, Array.isArray(required) && required.includes(name)),
  );
}

function field(name: string, schema: JsonObject, required: boolean): Field {
  const items = isObject(schema["items"]) ? schema["items"] : {};
  const values = strings(schema["enum"]) ?? strings(items["enum"]) ?? [];
  const type = Array.isArray(schema["type"]) ? schema["type"].find((one) => one !== "null") : schema["type"];
  const kind = kindOf(type, values.length > 0);
  return {
    name,
    label: typeof schema["title"] === "string" ? schema["title"] : name,
    description: typeof schema["description"] === "string" ? schema["description"] : "",
    kind,
    values,
    required,
    initial: schema["default"] ?? (kind === "boolean" ? false : kind === "list" || kind === "set" ? [] : ""),
  };
}

function kindOf(type: Json | undefined, enumerated: boolean): Field["kind"] {
  if (type === "array") return enumerated ? "set" : "list";
  if (enumerated) return "enum";
  return type === "number" || type === "integer" || type === "boolean" ? type : "text";
}

/** The answer as the schema wants it: empty optional fields are left out. */
export function readFields(fields: Field[], given: JsonObject): Outcome {
  const data: JsonObject = {};
  for (const field of fields) {
    const value = given[field.name] ?? field.initial;
    const missing = value === "" || (Array.isArray(value) && value.length === 0);
    if (missing && field.required) return { problem: "problem.field", values: { field: field.label } };
    if (missing) continue;
    if (field.kind === "number" || field.kind === "integer") {
      const number = Number(String(value).replace(",", "."));
      if (!Number.isFinite(number) || (field.kind === "integer" && !Number.isInteger(number))) {
        return { problem: field.kind === "integer" ? "problem.integer" : "problem.number", values: { field: field.label } };
      }
      data[field.name] = number;
    } else {
      data[field.name] = value;
    }
  }
  return { data };
}

/** The answer from lines `field: value`; a single text needs no name. */
export function readPlain(fields: Field[], text: string): Outcome {
  const [only] = fields.filter((field) => field.required);
  if (only?.kind === "text" && fields.length === 1) return readFields(fields, { [only.name]: text });
  const lines = text.split("\n").map((line) => /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line));
  const given = new Map(lines.flatMap((line): [string, string][] => (line ? [[String(line[1]).toLowerCase(), String(line[2])]] : [])));
  const named = fields.flatMap((field): [string, Json][] => {
    const value = given.get(field.name.toLowerCase()) ?? given.get(field.label.toLowerCase());
    return value === undefined ? [] : [[field.name, ofText(field, value)]];
  });
  return readFields(fields, Object.fromEntries(named));
}

function ofText(field: Field, value: string): Json {
  if (field.kind === "boolean") return /^(true|yes|ja|1)$/i.test(value);
  return field.kind === "list" || field.kind === "set" ? value.split(",").map((one) => one.trim()).filter(Boolean) : value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function strings(value: Json | undefined): string[] | null {
  return Array.isArray(value) ? value.map(String) : null;
}
