// The looks of an element and of what often shows its focus in its place.
const looks = (element) => {
  const around = [element, element.parentElement, element.nextElementSibling, ...(element.labels ?? [])].filter(Boolean);
  return JSON.stringify(around.flatMap((one) => [null, "::before", "::after"].map((part) => {
    const s = getComputedStyle(one, part);
    return [s.outlineStyle === "none" || s.outlineWidth === "0px" ? "" : `${s.outlineStyle} ${s.outlineWidth} ${s.outlineColor}`,
      s.boxShadow, s.borderColor, s.borderWidth, s.borderStyle, s.backgroundColor, s.backgroundImage, s.color,
      s.textDecorationLine, s.transform, s.opacity, s.filter, s.content, s.display];
  })));
};
// A field for text shows its focus by the caret.
const isText = (element) => element.isContentEditable || element.localName === "textarea"
  || element.matches("input:not([type]), input[type=text], input[type=email], input[type=number], input[type=password], "
    + "input[type=search], input[type=tel], input[type=url]");
