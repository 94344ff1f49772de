// Giving values to form controls and editable elements.

// What kind of filling an element needs.
function fillKind(element) {
  if (element.isContentEditable) return { kind: "text" };
  switch (element.localName) {
    case "textarea":
      return { kind: "text" };
    case "select":
      return { kind: "select" };
    case "input": {
      const type = element.type;
      if (["checkbox", "radio"].includes(type)) return { kind: "check", checked: element.checked };
      if (type === "file") return { kind: "file" };
      if (["date", "time", "datetime-local", "month", "week", "color", "range"].includes(type)) return { kind: "set" };
      if (["button", "submit", "reset", "image", "hidden"].includes(type)) return { kind: "none" };
      return { kind: "text" };
    }
    default:
      return { kind: "none" };
  }
}

// Focus an element and select what is in it, so that typing replaces it.
function selectContent(element) {
  element.focus({ preventScroll: true });
  if (element.isContentEditable) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  } else {
    element.select();
  }
  const active = element.getRootNode().activeElement;
  return active === element || element.contains(active);
}

function changed(element) {
  element.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  element.dispatchEvent(new Event("change", { bubbles: true }));
}

// Set a control whose value cannot be typed. Frameworks that watch the property through an own
// setter are passed by, so that they see the change as the user's.
function setValue(element, value) {
  element.focus({ preventScroll: true });
  const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
  setter.call(element, value);
  if (element.value !== value && element.type !== "range" && element.type !== "color") {
    return { reason: "not_fillable", detail: `a ${element.type} input refuses ${JSON.stringify(value)}` };
  }
  changed(element);
  return {};
}

// Choose options by value or label.
function choose(element, wanted) {
  const options = Array.from(element.options);
  const find = (text) =>
    options.find((option) => option.value === text) ??
    options.find((option) => option.label.trim() === text.trim());
  const chosen = wanted.map(find);
  const missing = chosen.indexOf(undefined);
  if (missing >= 0) {
    const known = options.map((option) => JSON.stringify(option.label.trim())).join(", ");
    return { reason: "no_such_option", detail: `no option ${JSON.stringify(wanted[missing])}; there are ${known}` };
  }
  if (chosen.some((option) => option.disabled)) return { reason: "disabled", detail: "the option is disabled" };
  if (!element.multiple && chosen.length > 1) return { reason: "not_fillable", detail: "only one option can be chosen" };
  element.focus({ preventScroll: true });
  for (const option of options) option.selected = chosen.includes(option);
  changed(element);
  return {};
}

function valueOf(element) {
  return {
    type: element.type ?? null,
    value: element.isContentEditable ? element.textContent : (element.value ?? null),
    checked: element.checked ?? null,
  };
}
