// What can be acted on in this document, in document order: controls, buttons, navigation,
// questions with their answers, forms, and everything else that reacts.
const scopes = [document, ...greenroom.shadowRootsIn(document)];
const all = (selector) => scopes.flatMap((scope) => Array.from(scope.querySelectorAll(selector)));
const shown = (element) => includeHidden || greenroom.visible(element);
const rounded = (element) => {
  const { x, y, width, height } = greenroom.rectOf(element);
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};
const base = (element) => ({
  selector: greenroom.selectorOf(element), label: labelOf(element), visible: greenroom.visible(element),
  disabled: greenroom.disabled(element), rect: rounded(element), testid: element.getAttribute("data-testid"),
});

const BUTTON = "button, input[type=button], input[type=submit], input[type=reset], input[type=image], [role=button]";
const FIELD = "input:not([type=hidden], [type=button], [type=submit], [type=reset], [type=image]), select, textarea, "
  + "[contenteditable=''], [contenteditable=true], [role=slider], [role=textbox], [role=combobox], [role=spinbutton]";
const OTHER = "a[href], area[href], summary, [role=link], [role=tab], [role=menuitem], [role=checkbox], [role=radio], "
  + "[role=option], [role=switch], [role=treeitem], [onclick], [draggable=true], audio[controls], video[controls], "
  + "[tabindex]:not([tabindex='-1'])";
const field = (element) => {
  const entry = {
    ...base(element), type: element.type ?? (element.isContentEditable ? "contenteditable" : element.getAttribute("role")),
    name: element.name || null, id: element.id || null,
    value: flat(element.isContentEditable ? element.textContent : (element.value ?? element.getAttribute("aria-valuenow")), 200),
    required: element.required ?? false,
  };
  if (element.checked !== undefined && ["checkbox", "radio"].includes(element.type)) entry.checked = element.checked;
  if (element.placeholder) entry.placeholder = flat(element.placeholder);
  if (element.options) entry.options = Array.from(element.options).slice(0, 30).map((o) => ({ value: o.value, label: flat(o.label) }));
  return entry;
};

const fields = all(FIELD).filter(shown);
const buttons = all(BUTTON).filter(shown);
const taken = new Set([...fields, ...buttons]);
const navArea = (element) => element.closest("nav, [role=navigation], [role=menu], [role=tablist], [role=tree]");
const others = all(OTHER).filter((element) => shown(element) && !taken.has(element));
others.forEach((element) => taken.add(element));
// A hand for a pointer that the parent does not have: the element reacts to clicks.
for (const element of all("div, span, li, img, svg, td, p, section, canvas")) {
  if (taken.has(element) || !shown(element) || element.closest("a, button, label")) continue;
  const parent = element.parentElement;
  if (getComputedStyle(element).cursor === "pointer" && (!parent || getComputedStyle(parent).cursor !== "pointer")) {
    others.push(element);
    taken.add(element);
  }
}
// What listens to the pointer by itself; one that holds others listens for them.
const within = (scope, step) => (scope?.shadowRoot ?? scope)?.querySelector(step);
const listeners = listening.map((path) => path.split(" >>> ").reduce(within, document))
  .filter((element) => element && !taken.has(element) && shown(element));
for (const element of listeners) {
  const inside = (other) => other !== element && element.contains(other);
  if ([...taken].some(inside) || listeners.some(inside)) continue;
  others.push(element);
  taken.add(element);
}

// Questions: radio groups, groups of check boxes, things to drag, fields in a fieldset.
const questions = [];
const common = (elements) => {
  let node = elements[0].parentElement;
  while (node && !elements.every((element) => node.contains(element))) node = node.parentElement;
  return node ?? document.body;
};
// The words of an element before one that is in it.
const wordsBefore = (container, inner) => {
  const range = document.createRange();
  range.setStart(container, 0);
  range.setEndBefore(inner);
  return range.toString();
};
// The words beside a control that has no label: those that follow it, or all around it alone.
const wordsBeside = (control) => {
  if (control.localName !== "input") return "";
  const next = control.nextSibling;
  if (next && flat(next.textContent) && !next.querySelector?.("input, select, textarea")) return flat(next.textContent);
  const around = control.parentElement;
  return around && around.querySelectorAll("input, select, textarea").length === 1 ? flat(around.innerText) : "";
};
const questionOf = (answers) => {
  const group = answers[0].closest("fieldset, [role=radiogroup], [role=group]");
  const container = group && answers.every((answer) => group.contains(answer)) ? group : common(answers);
  const legend = container.querySelector(":scope > legend")?.innerText ?? container.getAttribute("aria-label");
  if (flat(legend)) return { container, text: flat(legend, 200) };
  const first = answers[0].closest("label") ?? answers[0];
  const lead = flat(wordsBefore(container, first), 300);
  if (lead && !lead.endsWith("…") && container !== document.body) return { container, text: flat(lead, 200) };
  for (let node = container; node && node !== document.documentElement; node = node.parentElement) {
    const before = Array.from(node.querySelectorAll("legend, h1, h2, h3, h4, h5, p, .question, [role=heading]"))
      .filter((words) => words.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING && !words.contains(first) && flat(words.innerText));
    if (before.length > 0) return { container, text: flat(before.at(-1).innerText, 200) };
  }
  return { container, text: "" };
};
const submitFor = (container) => {
  for (let node = container; node; node = node.parentElement) {
    const button = buttons.find((one) => node.contains(one) && purposeOf(one) === "submit");
    if (button) return greenroom.selectorOf(button);
  }
  return null;
};
const ask = (type, answers, id) => {
  const { container, text } = questionOf(answers);
  questions.push({
    ...base(container), label: text, type, question_text: text, question_id: container.id || id || null,
    answers: answers.map((answer) => ({
      selector: greenroom.selectorOf(answer), value: answer.value ?? answer.dataset.value ?? null, label: labelOf(answer) || flat(answer.innerText) || wordsBeside(answer),
      name: answer.name || null, selected: answer.checked ?? (answer.getAttribute("aria-checked") === "true"),
    })),
    container_selector: greenroom.selectorOf(container), submit_selector: submitFor(container),
  });
};
const groups = new Map();
for (const element of [...fields, ...others]) {
  const kind = element.type ?? element.getAttribute("role");
  if (!["radio", "checkbox"].includes(kind)) continue;
  const home = element.closest("fieldset, [role=radiogroup], [role=group]") ?? element.form ?? element.getRootNode();
  const key = kind === "radio" && element.name ? `radio ${element.name}` : home;
  if (!groups.has(key)) groups.set(key, []);
  groups.get(key).push(element);
}
for (const answers of groups.values()) {
  if (answers.length < 2) continue;
  const radio = (answers[0].type ?? answers[0].getAttribute("role")) === "radio";
  const labels = answers.map((answer) => labelOf(answer).toLowerCase());
  const truth = answers.length === 2 && labels.some((label) => /^(true|wahr|richtig|vrai|verdadero|vero)$/.test(label));
  const likert = labels.filter((label) => /agree|zustimm|d'accord|acuerdo/.test(label)).length >= 2;
  ask(!radio ? "multiple_select" : truth ? "true_false" : likert ? "likert" : "multiple_choice", answers, answers[0].name);
}
for (const set of all("fieldset, [role=group]").filter(shown)) {
  const inside = fields.filter((element) => set.contains(element) && !["radio", "checkbox"].includes(element.type));
  if (inside.length === 0) continue;
  ask(inside.length > 1 && inside.every((element) => element.localName === "select") ? "matching" : "fill_in", inside, set.id);
}
// Buttons side by side below a question are its answers.
const rows = Map.groupBy(buttons.filter((button) => purposeOf(button) === null), (button) => button.parentElement);
for (const answers of rows.values()) {
  const asked = answers.length >= 2 && answers.length <= 8 && /[?？]$/.test(questionOf(answers).text);
  if (asked) ask("multiple_choice", answers, null);
}
const draggable = others.filter((element) => element.draggable === true && element.getAttribute("draggable") === "true");
if (draggable.length > 0) ask("drag_drop", draggable, null);

const navigation = [];
for (const element of [...buttons, ...others]) {
  const purpose = purposeOf(element);
  const role = { navigation_next: "next", navigation_previous: "previous", menu: "menu", close: "exit" }[purpose];
  const item = navArea(element) !== null
    && (["a", "button"].includes(element.localName) || ["tab", "menuitem", "treeitem"].includes(element.getAttribute("role")));
  if (!role && !item) continue;
  navigation.push({ element, entry: { ...base(element), role: role ?? "item", target: element.getAttribute("href") ?? undefined } });
}
const asNavigation = new Set(navigation.map(({ element }) => element));
const ordered = [
  ...questions.map((entry) => ["assessments", entry]),
  ...navigation.map(({ entry }) => ["navigation", entry]),
  ...buttons.map((element) => ["buttons", { ...base(element), type: element.type ?? "button", purpose: purposeOf(element) }]),
  ...all("form").filter(shown).map((form) => ["forms", {
    ...base(form), label: flat(form.getAttribute("aria-label") ?? form.getAttribute("name") ?? form.getAttribute("id")),
    id: form.getAttribute("id"), name: form.getAttribute("name"), action: form.getAttribute("action"), method: form.getAttribute("method") ?? "get",
    inputs: fields.filter((element) => element.form === form || (!element.form && form.contains(element))).map(field),
    submit_button: Array.from(buttons).filter((element) => element.form === form && element.type === "submit").map(greenroom.selectorOf)[0] ?? null,
  }]),
  ...fields.filter((element) => !element.closest("form")).map((element) => ["inputs", field(element)]),
  ...others.filter((element) => !asNavigation.has(element)).map((element) => ["interactive_elements", { ...base(element), role: element.getAttribute("role") ?? element.localName }]),
];
return ordered.map(([list, entry]) => ({ list, entry }));
