// Words for elements: short names, metadata, unique selectors.

function nameOf(element) {
  const id = element.id ? `#${element.id}` : "";
  const classes = Array.from(element.classList).slice(0, 3).map((name) => `.${name}`).join("");
  return `<${element.localName}${id}${classes}>`;
}

function disabled(element) {
  if (element.matches(":disabled")) return true;
  for (let node = element; node; node = parentAcross(node)) {
    if (node.getAttribute("aria-disabled") === "true") return true;
  }
  return false;
}

function rectOf(element) {
  const { x, y, width, height } = boundsOf(element);
  return { x, y, width, height };
}

// What is told about an element in answers.
function describe(element) {
  return {
    tagName: element.tagName,
    id: element.id,
    className: element.getAttribute("class") ?? "",
    textContent: (element.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, 200),
    selector: selectorOf(element),
    visible: visible(element),
    whyHidden: whyHidden(element),
    inViewport: inViewport(element),
    disabled: disabled(element),
    rect: rectOf(element),
    ...naming(element),
  };
}

// A selector that matches this element and no other, `>>>` through shadow roots.
function selectorOf(element) {
  const root = element.getRootNode();
  const inner = selectorWithin(root, element);
  return root.host ? `${selectorOf(root.host)} >>> ${inner}` : inner;
}

function selectorWithin(root, element) {
  const unique = (selector) => {
    const found = root.querySelectorAll(selector);
    return found.length === 1 && found[0] === element;
  };
  const own = ownSelectors(element).find(unique);
  if (own) return own;
  // From the nearest ancestor that can be told apart, by position.
  const steps = [];
  let node = element;
  while (node && node !== root) {
    const anchor = node === element ? undefined : ownSelectors(node).find((s) => root.querySelectorAll(s).length === 1);
    steps.unshift(anchor ?? positionOf(node));
    if (anchor && unique(steps.join(" > "))) break;
    node = node.parentElement;
  }
  return steps.join(" > ");
}

function ownSelectors(element) {
  const list = [];
  if (element.id) list.push(`#${CSS.escape(element.id)}`);
  for (const name of ["data-testid", "name", "aria-label"]) {
    const value = element.getAttribute(name);
    if (value) list.push(`${element.localName}[${name}=${JSON.stringify(value)}]`);
  }
  if (["html", "body"].includes(element.localName)) list.push(element.localName);
  return list;
}

function positionOf(element) {
  const same = Array.from(element.parentNode?.children ?? []).filter((other) => other.localName === element.localName);
  const name = CSS.escape(element.localName);
  return same.length > 1 ? `${name}:nth-of-type(${same.indexOf(element) + 1})` : name;
}
