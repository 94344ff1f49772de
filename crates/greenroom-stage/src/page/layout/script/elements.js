// What the checks look at: rendered elements, their texts, and the controls among them.

const CONTROLS =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, [onclick]," +
  " [role=button], [role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=menuitem], [role=slider]";

// Every element, through open shadow roots.
function everything() {
  const found = Array.from(document.querySelectorAll("*"));
  for (const root of greenroom.shadowRootsIn(document)) found.push(...root.querySelectorAll("*"));
  return found;
}

// It takes part in the picture, wherever on the page it lies. Texts for screen readers do not.
function rendered(element) {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && !clippedAway(element);
}

function clippedAway(element) {
  for (let node = element; node; node = node.parentElement) {
    const style = getComputedStyle(node);
    if (style.opacity === "0") return true;
    if (style.clipPath.startsWith("inset(50%") || style.clipPath.startsWith("inset(100%")) return true;
    if (style.position === "absolute" && /^rect\((0|1)(px)?[, ]/.test(style.clip)) return true;
    if (style.overflow === "hidden" && node.clientWidth <= 1 && node.clientHeight <= 1 && node !== document.body) return true;
  }
  return false;
}

function ownTexts(element) {
  return Array.from(element.childNodes).filter((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "");
}

function rectsOf(node) {
  const range = document.createRange();
  range.selectNodeContents(node);
  return Array.from(range.getClientRects());
}

// Controls that a person can use now. What is inside a button belongs to the button.
function controls(elements) {
  const whole = "a[href], button, summary, [role=button], [role=link], [role=tab], [role=menuitem]";
  return elements.filter((element) => {
    if (!element.matches(CONTROLS) || ["html", "body"].includes(element.localName)) return false;
    return !element.parentElement?.closest(whole) && rendered(element) && !greenroom.disabled(element);
  });
}

function issue(type, severity, element, description, fix_suggestion, more = {}) {
  const { x, y, width, height } = element.getBoundingClientRect();
  const rect = { x: round(x), y: round(y), width: round(width), height: round(height) };
  return { type, severity, description, fix_suggestion, selector: greenroom.selectorOf(element), rect, ...more };
}

function round(value) {
  return Math.round(value * 10) / 10;
}

function size(rect) {
  return `${round(rect.width)} × ${round(rect.height)} px`;
}
