// Whether an element can be acted on with the pointer, and where.

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
    // A window that is not shown paints nothing.
    setTimeout(resolve, 100);
  });

function sameRect(a, b) {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

// { x, y } in this frame's viewport, or { reason, detail }. A refusal leaves the page as it was.
async function pointFor(element, needs) {
  const no = (reason, detail) => ({ reason, detail });
  if (!element.isConnected) return no("not_found", "it was removed from the document");
  if (needs.force) return forcedPoint(element);
  // A control that only its label shows is reached by the label.
  const target = shownFor(element);
  const hidden = whyHidden(target);
  if (hidden) return no("not_visible", hidden);
  if (needs.enabled && disabled(element)) return no("disabled", `${nameOf(element)} is disabled`);
  // The first frame may show what was laid out before; the next one tells whether it moves.
  await painted();
  const before = rectOf(target);
  await painted();
  if (!element.isConnected) return no("not_found", "it was removed from the document");
  if (!sameRect(before, rectOf(target))) return no("unstable", "it is moving");
  // What is in the window may still be scrolled away in a part of it.
  const reached = () => {
    const middle = middleOf(target);
    return middle !== null && coverAt(element, middle.x, middle.y) === null;
  };
  if (!whollyInViewport(target) || !reached()) {
    bringIntoView(target);
    await painted();
  }
  const refused = (verdict) => {
    putBack();
    return verdict;
  };
  const point = middleOf(target);
  if (!point) return refused(no("not_visible", "it cannot be scrolled into view"));
  if (!needs.hit) return point;
  const cover = coverAt(element, point.x, point.y);
  return cover ? refused(no("obscured", `${nameOf(cover)} covers it`)) : takeAim(element, target, point);
}

// Whatever lies on it: its middle, in the window if it can be brought there.
async function forcedPoint(element) {
  if (!whollyInViewport(element)) {
    bringIntoView(element);
    await painted();
  }
  const point = middleOf(element);
  return point ?? { reason: "not_visible", detail: whyHidden(element) ?? "it cannot be scrolled into view" };
}

// The element itself, or the label that stands for a control which nobody sees.
function shownFor(element) {
  if (!element.labels || !whyHidden(element)) return element;
  return Array.from(element.labels).find(visible) ?? element;
}

// Where everything around was before it was scrolled, to be put back.
let scrolledFrom = [];

function bringIntoView(element) {
  putBack();
  scrolledFrom = [];
  for (let node = element; node; node = parentAcross(node) ?? frameAround(node)) {
    scrolledFrom.push({ node, left: node.scrollLeft, top: node.scrollTop });
  }
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  // Scripts can scroll what a person cannot; a slide that is moved so stays out of place.
  for (const { node, left, top } of scrolledFrom) {
    const style = node.ownerDocument.defaultView?.getComputedStyle(node);
    if (style?.overflowX === "hidden" && node.scrollLeft !== left) node.scrollLeft = left;
    if (style?.overflowY === "hidden" && node.scrollTop !== top) node.scrollTop = top;
  }
}

function putBack() {
  for (const { node, left, top } of scrolledFrom) {
    if (node.scrollLeft !== left) node.scrollLeft = left;
    if (node.scrollTop !== top) node.scrollTop = top;
  }
  scrolledFrom = [];
}

function frameAround(node) {
  try {
    return node.ownerDocument.defaultView?.frameElement ?? null;
  } catch {
    // A frame of another origin.
    return null;
  }
}

function whollyInViewport(element) {
  const rect = boundsOf(element);
  return rect.top >= 0 && rect.left >= 0 && rect.bottom <= innerHeight && rect.right <= innerWidth;
}

// The middle of the part of the first box that is in the viewport.
function middleOf(element) {
  const boxes = Array.from(element.getClientRects());
  for (const box of boxes.length > 0 ? boxes : [boundsOf(element)]) {
    const left = Math.max(box.left, 0);
    const right = Math.min(box.right, innerWidth);
    const top = Math.max(box.top, 0);
    const bottom = Math.min(box.bottom, innerHeight);
    if (right > left && bottom > top) return { x: (left + right) / 2, y: (top + bottom) / 2 };
  }
  return null;
}

// The element that gets the pointer at this point, through open shadow roots.
function deepestAt(x, y) {
  let found = document.elementFromPoint(x, y);
  while (found?.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
}

// What covers `element` at this point; null if a click there reaches it.
function coverAt(element, x, y) {
  const hit = deepestAt(x, y);
  if (!hit) return document.documentElement;
  for (let node = hit; node; node = parentAcross(node)) {
    if (node === element) return null;
    // A click on a label is a click on its control.
    if (node.localName === "label" && node.control === element) return null;
  }
  if (isTwin(element, hit)) return null;
  // An inline element whose box lies in the gap between its lines, or an image map.
  const inside = element.contains(hit) || (element.localName === "area" && hit.localName === "img");
  return inside ? null : hit;
}

// Authoring tools lay a control for assistive technology beside what is drawn, of the same place and
// for the same thing: whichever is on top gets the pointer for both.
function isTwin(element, hit) {
  for (let node = hit; node && node !== document.body; node = parentAcross(node)) {
    if (isNamedFor(node, element) || isNamedFor(element, node)) return true;
    if (node.contains(element)) return false;
  }
  return false;
}

function isNamedFor(twin, element) {
  const id = twin.id.replace(/^acc-/, "");
  if (!twin.id.startsWith("acc-") || id === "") return false;
  for (let node = element; node && node !== document.body; node = parentAcross(node)) {
    if ([node.id, node.dataset?.modelId].includes(id)) return true;
  }
  return false;
}

// A point of the frame in `owner`, as a point of the document that holds the frame.
function throughFrame(owner, x, y, hit) {
  const rect = owner.getBoundingClientRect();
  const style = getComputedStyle(owner);
  const scaleX = owner.offsetWidth > 0 ? rect.width / owner.offsetWidth : 1;
  const scaleY = owner.offsetHeight > 0 ? rect.height / owner.offsetHeight : 1;
  const point = {
    x: rect.left + (owner.clientLeft + parseFloat(style.paddingLeft) + x) * scaleX,
    y: rect.top + (owner.clientTop + parseFloat(style.paddingTop) + y) * scaleY,
  };
  const cover = hit ? coverAt(owner, point.x, point.y) : null;
  return cover ? { reason: "obscured", detail: `${nameOf(cover)} covers its frame` } : point;
}
