// Is everything there, and whole.

async function contentIssues(elements) {
  const broken = await Promise.all(elements.map(brokenImage));
  return [
    ...elements.flatMap(textClipped),
    ...elements.flatMap(textOverflow),
    ...elements.flatMap(zeroSize),
    ...broken.flat(),
    ...elements.flatMap(distortedImage),
    ...fontsNotLoaded(),
  ];
}

function textClipped(element) {
  if (element.matches("html, body, input, textarea, select, option, script, style") || ownTexts(element).length === 0) return [];
  if (!rendered(element)) return [];
  const { overflowX, overflowY } = getComputedStyle(element);
  const cut = (overflow) => ["hidden", "clip"].includes(overflow);
  const wide = cut(overflowX) && element.scrollWidth > element.clientWidth + 1;
  const high = cut(overflowY) && element.scrollHeight > element.clientHeight + 1;
  if (!wide && !high) return [];
  return [
    issue("text_clipped", "warning", element, `the text needs ${element.scrollWidth} × ${element.scrollHeight} px and is cut off`,
      "Give it room, or let it wrap or scroll.",
      { measured: { width: element.scrollWidth, height: element.scrollHeight }, required: { width: element.clientWidth, height: element.clientHeight } }),
  ];
}

function textOverflow(element) {
  const texts = ownTexts(element);
  if (texts.length === 0 || element.clientWidth === 0 || !rendered(element)) return [];
  const style = getComputedStyle(element);
  if (style.overflowX !== "visible" || style.overflowY !== "visible" || element.matches("html, body, option, select")) return [];
  const box = element.getBoundingClientRect();
  const rects = texts.flatMap(rectsOf);
  const right = Math.max(...rects.map((rect) => rect.right));
  const bottom = Math.max(...rects.map((rect) => rect.bottom));
  const beyond = { width: right - box.right, height: bottom - box.bottom };
  // Glyphs may stand out of a tight line; a whole line may not.
  if (beyond.width <= 2 && beyond.height <= parseFloat(style.fontSize)) return [];
  return [
    issue("text_overflow", "warning", element, `the text runs out of its box by ${size({ width: Math.max(0, beyond.width), height: Math.max(0, beyond.height) })}`,
      "Let the box grow with its text, or let the text wrap (overflow-wrap: anywhere).",
      { measured: { width: round(right - box.left), height: round(bottom - box.top) }, required: { width: round(box.width), height: round(box.height) } }),
  ];
}

function zeroSize(element) {
  if (!element.matches("button, canvas, video, img") || !element.checkVisibility({ visibilityProperty: true })) return [];
  if (element.localName === "img" && !(element.complete && element.naturalWidth > 0)) return [];
  const { width, height } = element.getBoundingClientRect();
  if (width > 0 && height > 0) return [];
  return [issue("zero_size", "warning", element, `it is ${size({ width, height })}`, "Give it a size, or hide it.", { measured: { width, height } })];
}

async function brokenImage(element) {
  if (element.localName !== "img" || !element.complete || element.naturalWidth > 0 || !element.getAttribute("src")) return [];
  const whole = await element.decode().then(() => true, () => false);
  if (whole) return [];
  return [
    issue("broken_image", "error", element, `the picture ${element.getAttribute("src").slice(0, 200)} cannot be shown`,
      "Check that the file is in the package, its letter case and its format."),
  ];
}

function distortedImage(element) {
  if (element.localName !== "img" || !element.complete || element.naturalHeight < 1 || !rendered(element)) return [];
  const style = getComputedStyle(element);
  // An SVG without a ratio of its own takes any.
  if (style.objectFit !== "fill" || /\.svg([?#]|$)|^data:image\/svg/i.test(element.currentSrc)) return [];
  const inner = (a, b, sides) => sides.reduce((rest, side) => rest - parseFloat(style[side]), element[a] || b);
  const width = inner("clientWidth", element.width, ["paddingLeft", "paddingRight"]);
  const height = inner("clientHeight", element.height, ["paddingTop", "paddingBottom"]);
  if (width < 8 || height < 8) return [];
  const stretched = width / height / (element.naturalWidth / element.naturalHeight);
  if (stretched > 0.9 && stretched < 1.1) return [];
  return [
    issue("distorted_image", "warning", element, `a picture of ${element.naturalWidth} × ${element.naturalHeight} px is shown at ${size({ width, height })}`,
      "Set only one of width and height, or use object-fit.",
      { measured: round(width / height), required: round(element.naturalWidth / element.naturalHeight) }),
  ];
}

function fontsNotLoaded() {
  const failed = new Set(Array.from(document.fonts).filter((font) => font.status === "error").map((font) => font.family));
  return Array.from(failed, (family) =>
    issue("font_not_loaded", "warning", document.documentElement, `the font ${family} could not be loaded`,
      "Check the address in its @font-face rule, and that the file is in the package."),
  );
}

// Something to see, frames aside.
function showsSomething(elements) {
  return elements.some((element) => {
    if (element.matches("html, head, head *, script, style, noscript, template") || !rendered(element)) return false;
    return ownTexts(element).length > 0
      || element.matches("img, video, audio, canvas, svg, object, embed, input, select, textarea, button")
      || getComputedStyle(element).backgroundImage !== "none";
  });
}

// One control of each make: those of the same class look the same with the focus.
function focusable(usable) {
  const makes = new Map();
  for (const control of usable.filter((one) => one.tabIndex >= 0 && !isText(one))) {
    const make = [control.localName, control.type, control.className, control.getAttribute("style"), control.parentElement?.className].join(" ");
    if (!makes.has(make)) makes.set(make, control);
  }
  return Array.from(makes.values()).slice(0, 30).map(greenroom.selectorOf);
}

async function analyze(touch, isRoot) {
  // A frame without room is not there to be seen: content talks to an LMS in it.
  if (!isRoot && (innerWidth < 20 || innerHeight < 20)) {
    return { responsive: [], accessibility: [], content: [], shows_something: false, focusable: [] };
  }
  const elements = everything();
  const usable = controls(elements);
  return {
    responsive: responsiveIssues(elements, usable, touch, isRoot),
    accessibility: accessibilityIssues(elements, usable, isRoot),
    content: await contentIssues(elements),
    shows_something: showsSomething(elements),
    focusable: focusable(usable),
  };
}
