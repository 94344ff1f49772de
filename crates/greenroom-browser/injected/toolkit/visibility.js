// Whether a person could see an element.

// Why `element` cannot be seen, or null if it can.
function whyHidden(element) {
  if (!element.isConnected) return "it is not in the document";
  for (let node = element; node; node = parentAcross(node)) {
    const style = getComputedStyle(node);
    const name = node === element ? "it has" : `${nameOf(node)} has`;
    if (style.display === "none") return `${name} display: none`;
    if (style.contentVisibility === "hidden" && node !== element) return `${name} content-visibility: hidden`;
  }
  const visibility = getComputedStyle(element).visibility;
  if (visibility !== "visible") return `it has visibility: ${visibility}`;
  const rect = boundsOf(element);
  if (rect.width <= 0 || rect.height <= 0) return `its size is ${rect.width} × ${rect.height} px`;
  if (rect.right + scrollX <= 0 || rect.bottom + scrollY <= 0) return "it lies outside the page";
  return whyClipped(element, rect);
}

function visible(element) {
  return whyHidden(element) === null;
}

// The rectangle of an element; of its content if it has no box of its own.
function boundsOf(element) {
  if (getComputedStyle(element).display !== "contents") return element.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

// Parent element, through shadow roots.
function parentAcross(element) {
  return element.assignedSlot ?? element.parentElement ?? element.getRootNode().host ?? null;
}

function inViewport(element) {
  const rect = boundsOf(element);
  return rect.bottom > 0 && rect.right > 0 && rect.top < innerHeight && rect.left < innerWidth;
}
