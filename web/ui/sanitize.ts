// HTML that came as data: nodes of it that can do nothing but be seen.

const ELEMENTS =
  "script, style, iframe, frame, frameset, object, embed, applet, link, meta, base, template, " +
  "noscript, portal, animate, animateTransform, animateMotion, set, foreignObject, use";
const ADDRESSES = new Set([
  "href",
  "src",
  "action",
  "formaction",
  "xlink:href",
  "data",
  "poster",
  "background",
  "cite",
  "ping",
]);
const SAFE_ADDRESS = /^(?:https?:|mailto:|tel:|blob:|data:image\/(?!svg)|[^a-z]|[a-z][^:]*$|[a-z][^:/?#]*[/?#])/i;

/** Parsed apart from the page and never written as text again, so nothing can change meaning. */
export function sanitized(html: string): DocumentFragment {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  for (const element of parsed.querySelectorAll(ELEMENTS)) element.remove();
  for (const element of parsed.body.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (!isSafeAttribute(name, value) || name.startsWith("ui-")) element.removeAttribute(name);
    }
  }
  const fragment = document.createDocumentFragment();
  fragment.append(...parsed.body.childNodes);
  return fragment;
}

/** Whether an attribute with this value can run nothing. */
export function isSafeAttribute(name: string, value: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith("on") || lower === "srcdoc") return false;
  // Browsers ignore white space and control characters in front of and inside a scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const plain = value.replace(/[\u0000-\u0020]/g, "");
  return !ADDRESSES.has(lower) || plain === "" || SAFE_ADDRESS.test(plain);
}
