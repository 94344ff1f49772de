// A walk by Tab through this document: what should be reached, what has the focus, what was missed.
const CONTROL = "a[href], button, input:not([type=hidden]), select, textarea, summary, [onclick], [contenteditable=''], "
  + "[contenteditable=true], [tabindex], [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], "
  + "[role=tab], [role=menuitem], [role=slider], [role=option], [draggable=true]";
const scopes = () => [document, ...greenroom.shadowRootsIn(document)];
const html = (element) => element.cloneNode(false).outerHTML.replace(/\s+/g, " ").slice(0, 120);
const reachable = (element) => greenroom.visible(element) && !greenroom.disabled(element) && !element.closest("[inert], [aria-hidden=true]")
  && getComputedStyle(element).pointerEvents !== "none";

// Elements around one, from the inside out, through shadow roots.
const around = function* (element) {
  for (let node = element; node; node = node.parentElement ?? node.getRootNode().host) yield node;
};
const dialogOf = (element) =>
  Array.from(around(element)).find((node) => node.matches("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]")) ?? null;
const focused = () => {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element ?? document.body;
};

if (what === "begin") {
  const state = { looks: new Map(), visited: new Set(), first: null };
  // What has the focus now is looked at without it, and without waiting for a transition to end.
  const inDialog = document.hasFocus() && dialogOf(focused());
  if (!inDialog) {
    const had = focused();
    document.activeElement?.blur?.();
    for (const one of [had, had.parentElement, had.nextElementSibling]) {
      for (const change of one?.getAnimations() ?? []) if (change instanceof CSSTransition) change.finish();
    }
  }
  // While a modal dialog is open, what lies behind it is out of use.
  const modal = Array.from(document.querySelectorAll("dialog:modal, [aria-modal=true]")).filter(greenroom.visible).at(-1);
  for (const scope of scopes()) {
    for (const element of scope.querySelectorAll(CONTROL)) {
      if (modal && !Array.from(around(element)).includes(modal)) continue;
      // A wish not to be reached is respected for what is no control by itself.
      const byScript = element.getAttribute("tabindex") === "-1" && !element.matches("a[href], button, input, select, textarea");
      if (!byScript && reachable(element)) state.looks.set(element, looks(element));
    }
  }
  // A dialog is walked from where it put the focus; its trap may not catch a walk from outside.
  if (inDialog) {
    state.first = focused();
    state.visited.add(state.first);
    // Its looks without the focus are not known yet.
    state.looks.set(state.first, null);
  }
  globalThis.greenroomWalk = state;
  return { controls: state.looks.size, in_dialog: Boolean(inDialog) };
}

// Tab goes on from where the focus was last: let that be the beginning of the page.
if (what === "start") {
  const { body } = document;
  const before = body?.getAttribute("tabindex") ?? null;
  body?.setAttribute("tabindex", "-1");
  body?.focus({ preventScroll: true });
  body?.blur();
  if (before === null) body?.removeAttribute("tabindex");
  else body.setAttribute("tabindex", before);
  return null;
}

const walk = globalThis.greenroomWalk;
if (!walk) return null;
if (what === "stop") {
  const element = focused();
  if (walk.first && walk.first !== element) walk.looks.set(walk.first, looks(walk.first));
  if (!document.hasFocus() || [document.body, document.documentElement].includes(element)) return null;
  if (["iframe", "frame"].includes(element.localName)) return null;
  walk.visited.add(element);
  const before = walk.looks.get(element);
  const outlined = getComputedStyle(element).outlineStyle !== "none" && getComputedStyle(element).outlineWidth !== "0px";
  return {
    selector: greenroom.selectorOf(element), html: html(element),
    shown: isText(element) || before === null
      || (before === undefined ? outlined : looks(element) !== before),
    // Fields for dates and media have several stops inside.
    parts: element.matches("video, audio, input[type=date], input[type=time], input[type=month], input[type=week], input[type=datetime-local]"),
    modal: dialogOf(element) !== null,
  };
}

// Arrow keys lead through groups, so one member that was reached stands for all.
const groupOf = (element) => {
  if (element.type === "radio" && element.name) return `radio ${element.name}`;
  return element.closest("[role=radiogroup], [role=tablist], [role=menu], [role=menubar], [role=listbox], [role=tree], [role=grid], [role=toolbar]");
};
const reachedDialogs = new Set(Array.from(walk.visited, dialogOf).filter(Boolean));
const reachedGroups = new Set(Array.from(walk.visited, groupOf).filter(Boolean));
const missed = Array.from(walk.looks.keys()).filter((element) =>
  element.isConnected && reachable(element) && !walk.visited.has(element) && !reachedGroups.has(groupOf(element))
    // A wrapper whose control was reached, and a label, need no stop of their own.
    && !Array.from(walk.visited).some((reached) => element.contains(reached)) && !element.matches("label")
    && !(element.localName === "area")
    // The walk never left a dialog: what is outside is not to be reached now.
    && (what !== "end in a dialog" || reachedDialogs.has(dialogOf(element))));
delete globalThis.greenroomWalk;
return {
  missed: missed.slice(0, 50).map((element) => ({
    selector: greenroom.selectorOf(element), html: html(element), problem: "the Tab key does not reach it",
  })),
};
