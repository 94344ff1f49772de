// Paths of bindings. The server judges them; the page only needs their properties and last element.

import type { Properties } from "./wire";

export interface Path {
  path: string;
  properties: Readonly<Properties>;
  /** Equal for bindings that may share one variable. */
  key: string;
}

const parsed = new Map<string, Path>();

/** `a.b?k=v&k2`, with `access` where the path does not say it. */
export function parsePath(source: string, access: (path: string) => string): Path {
  const question = source.indexOf("?");
  const path = (question < 0 ? source : source.slice(0, question)).trim();
  const properties: Properties = {};
  for (const pair of question < 0 ? [] : source.slice(question + 1).split("&")) {
    const [name, value] = split(pair);
    if (name !== "" && value !== "") properties[name] = value;
  }
  properties["access"] ??= access(path);
  return makePath(path, properties);
}

export function makePath(path: string, properties: Properties): Path {
  const names = Object.keys(properties).sort();
  const key = [path, ...names.map((name) => `${name}=${properties[name]}`)].join("&");
  const known = parsed.get(key) ?? { path, properties, key };
  parsed.set(key, known);
  return known;
}

/** `m()`: computed, so it cannot be written without being asked to. */
export function isCall(path: string): boolean {
  return path.endsWith("()");
}

/** `m(_)`: takes the value that is sent. */
export function takesValue(path: string): boolean {
  return path.endsWith("(_)");
}

function split(pair: string): [string, string] {
  const equals = pair.indexOf("=");
  const decode = (part: string): string => {
    try {
      return decodeURIComponent(part.trim());
    } catch {
      return part.trim();
    }
  };
  return equals < 0 ? [decode(pair), "true"] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
}
