// Elements as people and assistive technology call them: role and name.

const ROLES = {
  summary: "button", textarea: "textbox", option: "option", img: "img", dialog: "dialog", article: "article",
  h1: "heading", h2: "heading", h3: "heading", h4: "heading", h5: "heading", h6: "heading",
  li: "listitem", td: "cell", progress: "progressbar", button: "button",
};
const INPUT_ROLES = {
  button: "button", submit: "button", reset: "button", image: "button", checkbox: "checkbox", radio: "radio",
  range: "slider", number: "spinbutton", search: "searchbox", file: "file",
};

function roleOf(element) {
  const own = (element.getAttribute("role") ?? "").trim().split(/\s+/)[0];
  if (own) return own;
  const tag = element.localName;
  if (tag === "a" || tag === "area") return element.hasAttribute("href") ? "link" : "generic";
  if (tag === "input") return INPUT_ROLES[element.type] ?? "textbox";
  if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
  if (tag === "label") return "label";
  return ROLES[tag] ?? "generic";
}

// A form's own properties are hidden by fields of the same name: what is no text is ignored.
const flatText = (text) => (typeof text === "string" ? text : "").replace(/\s+/g, " ").trim();

function accessibleName(element) {
  const by = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean)
    .map((id) => element.getRootNode().getElementById?.(id)?.textContent ?? "").join(" ");
  const isField = ["select", "input", "textarea"].includes(element.localName);
  const options = [
    by, element.getAttribute("aria-label"), isField || element.localName === "button" ? element.labels?.[0]?.innerText : "",
    ["img", "area", "input"].includes(element.localName) ? element.getAttribute("alt") : "",
    ["button", "submit", "reset"].includes(element.type) && element.localName === "input" ? element.value : "",
    element.isContentEditable || isField ? "" : element.innerText ?? element.textContent,
    element.querySelector?.("img[alt]")?.alt, element.getAttribute("title"), element.getAttribute("placeholder"),
  ];
  return flatText(options.find((text) => flatText(text)) ?? "");
}

// A name in which `*` stands for any text.
function nameFits(pattern, name) {
  if (!pattern.includes("*")) return pattern === name;
  const quoted = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${quoted.join("[^]*")}$`).test(name);
}

// The visible elements of this role and name, in document order; without a name, all of the role.
function namedElements(role, name) {
  const found = [];
  for (const scope of [document, ...shadowRootsIn(document)]) {
    for (const element of scope.querySelectorAll("*")) {
      if (role && roleOf(element) !== role) continue;
      if (name !== null && !nameFits(name, accessibleName(element))) continue;
      if (visible(element)) found.push(element);
    }
  }
  return found;
}

// Role, name, and which of its namesakes it is. A name that is too long to be one is none.
function naming(element) {
  const role = roleOf(element);
  const name = accessibleName(element);
  if (name === "" || name.length > 80 || name.includes("*")) return { role, name: "", nth: 0 };
  return { role, name, nth: Math.max(0, namedElements(role, name).indexOf(element)) };
}
