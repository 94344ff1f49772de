// Contrast of text against what is painted below it.

const paint = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const colors = new Map();

// A computed color as red, green, blue and alpha from 0 to 1.
function colorOf(text) {
  if (!colors.has(text)) {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = "#000";
    paint.fillStyle = text;
    paint.fillRect(0, 0, 1, 1);
    colors.set(text, Array.from(paint.getImageData(0, 0, 1, 1).data, (part) => part / 255));
  }
  return colors.get(text);
}

function over([r, g, b, a], [R, G, B]) {
  return [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];
}

function luminance(color) {
  const [r, g, b] = color.slice(0, 3).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

// What is behind the text of an element; null where that is a picture or cannot be known.
function backgroundOf(element) {
  const layers = [];
  let positioned = false;
  for (let node = element; node; node = node.assignedSlot ?? node.parentElement ?? node.getRootNode().host) {
    const style = getComputedStyle(node);
    if (style.backgroundImage !== "none" || style.mixBlendMode !== "normal" || style.filter !== "none") return null;
    if (style.opacity !== "1") return null;
    const color = colorOf(style.backgroundColor);
    layers.push(color);
    if (color[3] === 1) break;
    positioned ||= ["absolute", "fixed"].includes(style.position);
  }
  const seen = seenBehind(element);
  if (seen === false || (seen === null && positioned)) return null;
  return layers.reduceRight((below, layer) => over(layer, below), [1, 1, 1, 1]);
}

// Whether only ancestors are below the element's middle; null if it is not in the window.
function seenBehind(element) {
  const [rect] = ownTexts(element).flatMap(rectsOf);
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return null;
  const below = element.getRootNode().elementsFromPoint(x, y);
  const at = below.indexOf(element);
  if (at < 0) return null;
  return below.slice(at + 1).every((other) => other.contains(element) || !paintsSomething(other));
}

function paintsSomething(element) {
  const style = getComputedStyle(element);
  return element.matches("img, video, canvas, svg, svg *, iframe, object, embed") || style.backgroundImage !== "none" || colorOf(style.backgroundColor)[3] > 0;
}

function lowContrast(element) {
  if (ownTexts(element).flatMap(rectsOf).length === 0 || element.matches("script, style, noscript, option, title")) return [];
  if (!rendered(element) || element.closest(":disabled, [aria-disabled=true], [aria-hidden=true]")) return [];
  const style = getComputedStyle(element);
  if (style.textShadow !== "none" || style.webkitTextFillColor !== style.color) return [];
  const background = backgroundOf(element);
  if (!background) return [];
  const text = over(colorOf(style.color), background);
  const [light, dark] = [luminance(text), luminance(background)].sort((a, b) => b - a);
  const ratio = (light + 0.05) / (dark + 0.05);
  const height = parseFloat(style.fontSize);
  const large = height >= 24 || (height >= 18.66 && Number(style.fontWeight) >= 700);
  const required = large ? 3 : 4.5;
  // Colors are rounded to whole steps, so a hair below is not a finding.
  if (ratio >= required - 0.02) return [];
  return [
    issue("low_contrast", "error", element, `the contrast of the text is ${ratio.toFixed(2)} : 1`,
      `At least ${required} : 1: make the text ${luminance(text) > luminance(background) ? "lighter" : "darker"} or the background the other way.`,
      { measured: Number(ratio.toFixed(2)), required, wcag: "1.4.3" }),
  ];
}
