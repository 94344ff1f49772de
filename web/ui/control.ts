// How an element shows a value, and which value the human gave it.

import { equal, text, truth, type Json } from "./wire";

export interface Control {
  read(before: Json | undefined): Json;
  show(value: Json): void;
  /** Whether the human has given nothing but this value. */
  isShowing(value: Json): boolean;
  /** Whether what it holds is a value: "-" and "1e" are on the way to a number. */
  isWhole(): boolean;
}

export function controlOf(element: Element): Control {
  return { isWhole: () => true, ...shapeOf(element) };
}

type Shape = Omit<Control, "isWhole"> & Partial<Pick<Control, "isWhole">>;

function shapeOf(element: Element): Shape {
  if (element instanceof HTMLInputElement) {
    switch (element.type) {
      case "checkbox":
        return checkbox(element);
      case "radio":
        return radio(element);
      case "file":
        return file(element);
      case "number":
      case "range":
        return number(element);
      default:
        return textControl(element);
    }
  }
  if (element instanceof HTMLTextAreaElement) return textControl(element);
  if (element instanceof HTMLSelectElement) return select(element);
  return {
    read: () => element.textContent,
    show: (value) => {
      if (element.textContent !== text(value)) element.textContent = text(value);
    },
    isShowing: (value) => element.textContent === text(value),
  };
}

/** Whether people can change what the element holds. */
export function isFormControl(element: Element): boolean {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement
  );
}

function textControl(element: HTMLInputElement | HTMLTextAreaElement): Shape {
  return {
    read: () => element.value,
    // Setting an equal value would still move the caret.
    show: (value) => {
      if (element.value !== text(value)) element.value = text(value);
    },
    isShowing: (value) => element.value === text(value),
  };
}

/** Names only: no script may choose a file, and contents have no place in a value. */
function file(element: HTMLInputElement): Shape {
  return {
    read: () => [...(element.files ?? [])].map((each) => each.name),
    show: () => undefined,
    isShowing: () => false,
  };
}

function checkbox(element: HTMLInputElement): Shape {
  return {
    read: () => element.checked,
    show: (value) => {
      element.checked = truth(value);
    },
    isShowing: (value) => element.checked === truth(value),
  };
}

function radio(element: HTMLInputElement): Shape {
  return {
    read: (before) => (element.checked ? asBefore(element.value, before) : (before ?? null)),
    show: (value) => {
      element.checked = text(value) === element.value;
    },
    isShowing: (value) => element.checked === (text(value) === element.value),
  };
}

function number(element: HTMLInputElement): Shape {
  // "1." and "1.0" are on the way to a number that the text must not be cut to.
  const isShowing = (value: Json): boolean => (element.value === "" ? value === null : element.valueAsNumber === value);
  return {
    isWhole: () => !element.validity.badInput,
    read: () => (element.value === "" ? null : element.valueAsNumber),
    show: (value) => {
      if (!isShowing(value)) element.value = text(value);
    },
    isShowing,
  };
}

function select(element: HTMLSelectElement): Shape {
  const chosen = (): string[] => [...element.selectedOptions].map((option) => option.value);
  const texts = (value: Json): string[] =>
    Array.isArray(value) ? value.map(text) : value === null ? [] : [text(value)];
  const isShowing = (value: Json): boolean => equal(chosen(), texts(value));
  return {
    read: (before) => {
      if (element.multiple) return chosen();
      return element.selectedIndex < 0 ? null : asBefore(element.value, before);
    },
    show: (value) => {
      if (isShowing(value)) return;
      const wanted = texts(value);
      for (const option of element.options) option.selected = wanted.includes(option.value);
      // A browser would choose the first option where none fits.
      if (!element.multiple && !wanted.includes(element.value)) element.selectedIndex = -1;
    },
    isShowing,
  };
}

/** The texts of options stand for numbers where the value was one. */
function asBefore(value: string, before: Json | undefined): Json {
  const isNumber = typeof before === "number" && value.trim() !== "" && !Number.isNaN(+value);
  return isNumber ? +value : value;
}
