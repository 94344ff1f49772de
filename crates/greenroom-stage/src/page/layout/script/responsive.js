// Does it fit the screen, and can fingers hit it.

const TARGET = 44;
const SMALLEST_TEXT = 12;
const SMALLEST_INPUT_TEXT = 16;

function responsiveIssues(elements, usable, touch, isRoot) {
  return [
    ...usable.filter((control) => !isLinkInSentence(control)).flatMap(tooSmall),
    ...wideStage(elements),
    ...(wideStage(elements).length > 0 ? [] : horizontalOverflow(elements)),
    ...usable.flatMap(offScreen),
    ...usable.flatMap(belowTheFold),
    ...overlaps(usable),
    ...(isRoot ? missingViewportMeta() : []),
    ...elements.flatMap((element) => textTooSmall(element, touch)),
  ];
}

function isLinkInSentence(control) {
  if (control.localName !== "a" || getComputedStyle(control).display !== "inline") return false;
  const around = (control.parentElement?.textContent ?? "").replace(/\s+/g, "");
  return around.length > (control.textContent ?? "").replace(/\s+/g, "").length;
}

// A label belongs to the target of its control.
function targetOf(control) {
  const rects = [control, ...(control.labels ?? [])].filter(rendered).map((e) => e.getBoundingClientRect());
  const left = Math.min(...rects.map((r) => r.left));
  const top = Math.min(...rects.map((r) => r.top));
  return {
    width: Math.max(...rects.map((r) => r.right)) - left,
    height: Math.max(...rects.map((r) => r.bottom)) - top,
  };
}

function tooSmall(control) {
  const target = targetOf(control);
  if (target.width >= TARGET - 0.5 && target.height >= TARGET - 0.5) return [];
  const measured = { width: round(target.width), height: round(target.height) };
  return [
    issue("button_too_small", "warning", control, `the target is ${size(target)}`,
      `Give it at least ${TARGET} × ${TARGET} px, for example by padding.`,
      { measured, required: { width: TARGET, height: TARGET }, wcag: "2.5.5" }),
  ];
}

function scrollsSideways() {
  const overflow = (element) => getComputedStyle(element).overflowX;
  return ![document.documentElement, document.body].some((e) => e && ["hidden", "clip"].includes(overflow(e)));
}

function horizontalOverflow(elements) {
  const page = document.scrollingElement;
  if (!page || !scrollsSideways() || page.scrollWidth <= page.clientWidth + 1) return [];
  const right = (element) => element.getBoundingClientRect().right + scrollX;
  const wide = elements.filter((e) => rendered(e) && right(e) > page.clientWidth + 1 && !["html", "body"].includes(e.localName));
  // The outermost of those that reach furthest is the one to mend.
  const furthest = Math.max(0, ...wide.map(right));
  const culprit = wide.filter((element) => right(element) >= furthest - 1).at(0) ?? document.body;
  return [
    issue("horizontal_overflow", "error", culprit, `the page is ${page.scrollWidth} px wide in a window of ${page.clientWidth} px`,
      "Let it shrink: max-width: 100 %, flexible columns, no fixed widths.",
      { measured: page.scrollWidth, required: page.clientWidth, wcag: "1.4.10" }),
  ];
}

// A box of fixed width that holds the page and is wider than the window: made for a larger frame.
function wideStage(elements) {
  const room = document.documentElement.clientWidth;
  const shown = elements.filter((element) => rendered(element) && (ownTexts(element).length > 0 || element.matches("img, canvas, video, button, input")));
  const fixed = (element) => {
    const styles = element.computedStyleMap();
    return ["width", "min-width"].some((name) => styles.get(name)?.unit === "px" && styles.get(name).value > room + 1);
  };
  const stage = elements.find((element) =>
    !["html", "script", "style"].includes(element.localName) && element.getBoundingClientRect().width > room + 1 && fixed(element)
      && shown.length > 0 && shown.filter((inner) => element.contains(inner)).length >= 0.8 * shown.length);
  if (!stage) return [];
  const { width, height } = stage.getBoundingClientRect();
  return [
    issue("fixed_stage_too_wide", "error", stage, `the stage is ${size({ width, height })} in a frame ${room} px wide`,
      "Scale the stage to its frame, or let it shrink (max-width: 100%).",
      { measured: round(width), required: room, wcag: "1.4.10" }),
  ];
}

// The way on is there, but only after scrolling.
function belowTheFold(control) {
  if (purposeOf(control) !== "navigation_next" || isFixed(control) || insideScroller(control)) return [];
  const top = control.getBoundingClientRect().top + scrollY;
  if (top < innerHeight) return [];
  return [
    issue("below_fold_navigation", "info", control, `it begins ${round(top - innerHeight)} px below the window`,
      "Keep Next in view, for example in a bar that stays at the bottom.",
      { measured: round(top), required: innerHeight }),
  ];
}

function offScreen(control) {
  if (control.localName === "a" && (control.getAttribute("href") ?? "").startsWith("#")) return [];
  const rect = control.getBoundingClientRect();
  const page = document.scrollingElement;
  const fixed = isFixed(control);
  const [dx, dy] = fixed ? [0, 0] : [scrollX, scrollY];
  const width = fixed || !scrollsSideways() ? innerWidth : Math.max(page.scrollWidth, innerWidth);
  const scrollsDown = ![document.documentElement, document.body].some((e) => e && getComputedStyle(e).overflowY === "hidden");
  const height = fixed || !scrollsDown ? innerHeight : Math.max(page.scrollHeight, innerHeight);
  const outside = rect.left + dx < -1 || rect.top + dy < -1 || rect.right + dx > width + 1 || rect.bottom + dy > height + 1;
  if (!outside || insideScroller(control)) return [];
  const wholly = rect.right + dx <= 0 || rect.bottom + dy <= 0 || rect.left + dx >= width || rect.top + dy >= height;
  return [
    issue("off_screen", "error", control, `it lies ${wholly ? "wholly" : "partly"} outside the page, where no scrolling leads`,
      "Keep it inside the page at this size.", { measured: { x: round(rect.left + dx), y: round(rect.top + dy) } }),
  ];
}

function isFixed(element) {
  for (let node = element; node; node = node.parentElement) if (getComputedStyle(node).position === "fixed") return true;
  return false;
}

// A box of its own that scrolls, or a stage whose parts wait outside of it.
function insideScroller(element) {
  for (let node = element.parentElement; node && node !== document.body; node = node.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(node);
    if (overflowX !== "visible" || overflowY !== "visible") return true;
  }
  return false;
}

// Two controls lie over each other, and each can be hit somewhere.
function overlaps(usable) {
  const found = [];
  const seen = usable.slice(0, 300).map((control) => ({ control, rect: control.getBoundingClientRect() }));
  seen.forEach((a, index) => {
    for (const b of seen.slice(index + 1)) {
      const left = Math.max(a.rect.left, b.rect.left);
      const top = Math.max(a.rect.top, b.rect.top);
      const width = Math.min(a.rect.right, b.rect.right) - left;
      const height = Math.min(a.rect.bottom, b.rect.bottom) - top;
      const smaller = Math.min(a.rect.width * a.rect.height, b.rect.width * b.rect.height);
      if (width <= 2 || height <= 2 || width * height < 0.2 * smaller) continue;
      if (!hitSomewhere(a) || !hitSomewhere(b)) continue;
      found.push(
        issue("overlap", "error", a.control, `it and ${greenroom.selectorOf(b.control)} lie over each other by ${size({ width, height })}`,
          "Move them apart.", { measured: { width: round(width), height: round(height) } }),
      );
    }
  });
  return found;
}

function hitSomewhere({ control, rect }) {
  const parts = [0.1, 0.5, 0.9];
  const hits = ([x, y]) => {
    const top = control.getRootNode().elementFromPoint(rect.left + x * rect.width, rect.top + y * rect.height);
    return top !== null && (control === top || control.contains(top));
  };
  return parts.flatMap((x) => parts.map((y) => [x, y])).some(hits);
}

function missingViewportMeta() {
  const meta = document.querySelector("meta[name=viewport i]");
  if (meta && /width\s*=\s*device-width/i.test(meta.content)) return [];
  return [
    issue("missing_viewport_meta", "warning", document.documentElement,
      meta ? `the viewport is "${meta.content}"` : "no <meta name=viewport>",
      'Put <meta name="viewport" content="width=device-width, initial-scale=1"> in the head: in a window of its own the course is shown tiny on phones.'),
  ];
}

function textTooSmall(element, touch) {
  const isInput = element.matches("input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=image]), select, textarea");
  if (!isInput && ownTexts(element).length === 0) return [];
  if (["script", "style", "noscript", "option", "title"].includes(element.localName) || !rendered(element)) return [];
  const required = isInput && touch ? SMALLEST_INPUT_TEXT : SMALLEST_TEXT;
  const measured = parseFloat(getComputedStyle(element).fontSize);
  if (measured >= required) return [];
  return [
    issue("text_too_small", "warning", element, `the text is ${round(measured)} px high`,
      isInput && touch ? `At least ${required} px, or phones zoom in when it gets the focus.` : `At least ${required} px.`,
      { measured: round(measured), required }),
  ];
}
