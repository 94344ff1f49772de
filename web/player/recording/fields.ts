// What people enter: which elements take text or a choice, and what stands in them.

import type { Entered } from "../messages";

const KEYLESS = ["date", "time", "datetime-local", "month", "week", "color", "range", "number"];
const BOXES = ["checkbox", "radio", "file", "button", "submit", "reset", "image"];

const typeOf = (element: Element): string => (element.localName === "input" ? (element as HTMLInputElement).type : "");

/** The element that what is typed here is entered into. */
export function fieldAt(element: Element): HTMLElement | null {
  const field = element as HTMLElement;
  if (field.isContentEditable) return (field.closest("[contenteditable]") as HTMLElement | null) ?? field;
  const isField = ["input", "textarea", "select"].includes(field.localName) && !BOXES.includes(typeOf(field));
  return isField ? field : null;
}

/** Keys choose a value in it, and do not write. */
export const isChooser = (field: HTMLElement): boolean =>
  field.localName === "select" || KEYLESS.includes(typeOf(field));

/** Enter makes a new line in it. */
export const hasLines = (field: HTMLElement): boolean => field.localName === "textarea" || field.isContentEditable;

/** A click opens a list or a window of the browser, which no rehearsal has. */
export const opensPicker = (element: Element): boolean =>
  ["select", "option"].includes(element.localName) ||
  typeOf(element) === "file" ||
  (KEYLESS.includes(typeOf(element)) && typeOf(element) !== "number");

export const isFiles = (element: Element): boolean => typeOf(element) === "file";

const secrets = new WeakSet<Element>();

/** What nobody else should read. It stays so when the page shows it in clear. */
export function isSecret(field: HTMLElement): boolean {
  const kind = field.getAttribute("autocomplete") ?? "";
  if (typeOf(field) === "password" || /password|one-time-code|\bcc-/.test(kind)) secrets.add(field);
  return secrets.has(field);
}

/** Something to compare: never told to anybody. */
export const contentOf = (field: HTMLElement): string =>
  field.isContentEditable ? field.innerText : (field as HTMLInputElement).value;

export function enteredIn(field: HTMLElement): Entered {
  if (isSecret(field)) return { kind: "secret" };
  if (field.localName === "select") {
    const chosen = [...(field as HTMLSelectElement).selectedOptions].map((one) => one.value || one.label);
    const { multiple } = field as HTMLSelectElement;
    return multiple ? { kind: "options", options: chosen } : { kind: "text", text: chosen[0] ?? "" };
  }
  return { kind: "text", text: contentOf(field) };
}
