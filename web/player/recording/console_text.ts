// What is given to a console, as one text. Looking at it must not change it: no getter of the course is
// called, and nothing is followed deep.

const MOST_MEMBERS = 8;
const LONGEST_MEMBER = 80;

/** The words of a call; the first one may say where the others stand (`%s`). */
export function textOf(given: readonly unknown[]): string {
  const [first, ...rest] = given;
  if (typeof first !== "string") return given.map(word).join(" ");
  const filled = first.replace(/%([sdifoOc%])/g, (whole, kind: string) => {
    if (kind === "%") return "%";
    if (rest.length === 0) return whole;
    const value = rest.shift();
    // A style is not a word.
    return kind === "c" ? "" : word(value);
  });
  return [filled, ...rest.map(word)].join(" ");
}

function word(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return primitive(value);
  return quietly(() => errorText(value) ?? elementText(value) ?? membersText(value), "Object");
}

function primitive(value: unknown): string {
  if (typeof value === "function") return "function";
  return quietly(() => String(value), typeof value);
}

/** Errors of every window are known by what their objects are. */
function errorText(value: object): string | null {
  const kind = Object.prototype.toString.call(value);
  if (kind !== "[object Error]" && kind !== "[object DOMException]") return null;
  const { name, message } = value as Error;
  return message === "" ? name : `${name}: ${message}`;
}

function elementText(value: object): string | null {
  const { nodeType, localName, id } = value as Partial<Element>;
  if (nodeType !== 1 || typeof localName !== "string") return null;
  return `<${localName}${typeof id === "string" && id !== "" ? `#${id}` : ""}>`;
}

function membersText(value: object): string {
  const isList = Array.isArray(value);
  const names = Object.keys(value);
  const members = names.slice(0, MOST_MEMBERS).map((name) => {
    const member = memberText(own(value, name));
    return isList ? member : `${name}: ${member}`;
  });
  const more = names.length > MOST_MEMBERS ? ", …" : "";
  return isList ? `[${members.join(", ")}${more}]` : `{${members.join(", ")}${more}}`;
}

function memberText(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, LONGEST_MEMBER));
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? `Array(${value.length})` : "{…}";
  return primitive(value);
}

/** What a member holds; nothing for what a function would have to say. */
function own(value: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

function quietly(say: () => string, otherwise: string): string {
  try {
    return say();
  } catch {
    return otherwise;
  }
}
