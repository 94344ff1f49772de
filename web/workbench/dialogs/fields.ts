// The fields of a generic form, read from the JSON schema of the answer.

import type { Draft, Json, JsonObject } from "../wire";
import type { Outcome } from "./answer";

export interface Field {
  name: string;
  label: string;
  description: string;
  kind: "text" | "number" | "integer" | "boolean" | "enum" | "list" | "set";
  /** Of `enum` and `set`. */
  values: Choice[];
  required: boolean;
  initial: Json;
}

export interface Choice {
  value: string;
  label: string;
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
  const values = choices(schema["enum"]) ?? choices(items["enum"]) ?? [];
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
        return {
          problem: field.kind === "integer" ? "problem.integer" : "problem.number",
          values: { field: field.label },
        };
      }
      data[field.name] = number;
    } else {
      data[field.name] = value;
    }
  }
  return { data };
}

/** What was given for the fields, in a form or as lines of text. */
export function givenFields(fields: Field[], draft: Draft): JsonObject {
  return typeof draft.plain === "string" ? fromLines(fields, draft.plain) : (draft.fields ?? {});
}

/** What was given as lines `field: value`; a single text needs no name. */
export function asLines(fields: Field[], draft: Draft): string {
  if (typeof draft.plain === "string") return draft.plain;
  const given = draft.fields ?? {};
  const only = onlyText(fields);
  if (only) return String(given[only.name] ?? only.initial);
  const entered = fields.filter(
    (field) => JSON.stringify(given[field.name] ?? field.initial) !== JSON.stringify(field.initial),
  );
  return entered.map((field) => `${field.name}: ${readable(given[field.name] ?? "")}`).join("\n");
}

function fromLines(fields: Field[], text: string): JsonObject {
  const only = onlyText(fields);
  if (only) return { [only.name]: text };
  const given: JsonObject = {};
  let last: Field | undefined;
  for (const line of text.split("\n")) {
    const [, name = "", value = ""] = /^\s*([^:]+?)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    const named = fields.find((field) =>
      [field.name.toLowerCase(), field.label.toLowerCase()].includes(name.toLowerCase()),
    );
    if (named) {
      last = named;
      given[named.name] = ofText(named, value);
    } else if (last?.kind === "text") {
      // A text goes on until the next field begins.
      given[last.name] = `${String(given[last.name])}\n${line}`;
    }
  }
  return given;
}

/** The field of an answer that is one text. */
function onlyText(fields: Field[]): Field | undefined {
  return fields.length === 1 ? fields.find((field) => field.kind === "text" && field.required) : undefined;
}

/** A value as a person would write it. */
export function readable(value: Json): string {
  if (Array.isArray(value)) return value.map(readable).join(value.every(isObject) ? "\n" : ", ");
  if (isObject(value))
    return Object.entries(value)
      .map(([name, member]) => `${name}: ${readable(member)}`)
      .join(", ");
  return String(value);
}

function ofText(field: Field, value: string): Json {
  if (field.kind === "boolean") return /^(true|yes|ja|1)$/i.test(value);
  return field.kind === "list" || field.kind === "set"
    ? value
        .split(",")
        .map((one) => one.trim())
        .filter(Boolean)
    : value;
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function choices(value: Json | undefined): Choice[] | null {
  return Array.isArray(value) ? value.map((one) => ({ value: String(one), label: String(one) })) : null;
}
