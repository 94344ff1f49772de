// Can everybody perceive and use it.

function accessibilityIssues(elements, usable, isRoot) {
  return [
    ...elements.flatMap(lowContrast),
    ...elements.flatMap(missingAlt),
    ...usable.flatMap(missingLabel),
    ...missingLang(),
    ...(isRoot ? missingTitle() : []),
    ...headingOrder(elements),
    ...elements.flatMap(frameWithoutTitle),
    ...usable.flatMap(keyboardUnreachable),
    ...elements.flatMap(autoplayMedia),
  ];
}

function missingAlt(element) {
  if (!element.matches("img, input[type=image], area[href]") || element.hasAttribute("alt")) return [];
  if (element.closest("[aria-hidden=true]") || ["presentation", "none"].includes(element.getAttribute("role"))) return [];
  if (nameByAria(element) || !(element.localName === "area" || element.checkVisibility())) return [];
  return [
    issue("missing_alt", "error", element, "the picture has no alternative text",
      'Add alt="…", or alt="" if it is decoration.', { wcag: "1.1.1" }),
  ];
}

function nameByAria(element) {
  const ids = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const named = ids.map((id) => element.getRootNode().getElementById?.(id)?.textContent ?? "").join(" ");
  return (named || element.getAttribute("aria-label") || element.getAttribute("title") || "").trim();
}

function missingLabel(control) {
  if (nameByAria(control)) return [];
  const isField = control.matches("select, textarea, input:not([type=submit], [type=reset], [type=button], [type=image])");
  if (isField) {
    if (Array.from(control.labels ?? []).some((label) => label.textContent.trim() !== "")) return [];
    const fix = control.hasAttribute("placeholder")
      ? "Add a <label>; a placeholder is gone once something is entered."
      : "Add a <label for=…> or aria-label.";
    return [issue("missing_label", "error", control, "the field has no label", fix, { wcag: "3.3.2" })];
  }
  if (control.matches("input[type=submit], input[type=reset], input[type=image]")) return [];
  if (control.matches("input[type=button]") ? control.value.trim() : hasSpokenContent(control)) return [];
  if (!control.matches("a, button, input, summary, [role]")) return [];
  return [
    issue("missing_label", "error", control, "the control has no name", "Add text or aria-label.", { wcag: "4.1.2" }),
  ];
}

function hasSpokenContent(control) {
  if (control.textContent.trim() !== "") return true;
  return Array.from(control.querySelectorAll("*")).some((e) => (e.getAttribute("alt") ?? nameByAria(e)).trim() !== "");
}

function missingLang() {
  const root = document.documentElement;
  if (root.lang.trim() !== "" || root.getAttribute("xml:lang") || !document.body?.textContent.trim()) return [];
  return [
    issue("missing_lang", "error", root, "the document does not say its language", 'Write <html lang="en">, or what it is.', { wcag: "3.1.1" }),
  ];
}

function missingTitle() {
  if (document.title.trim() !== "") return [];
  return [issue("missing_title", "warning", document.documentElement, "the document has no title", "Add a <title>.", { wcag: "2.4.2" })];
}

function headingOrder(elements) {
  const headings = elements.filter((e) => e.matches("h1, h2, h3, h4, h5, h6, [role=heading]") && rendered(e));
  const level = (e) => Number(e.getAttribute("aria-level") ?? e.localName.slice(1)) || 2;
  return headings.flatMap((heading, index) => {
    const before = index > 0 ? level(headings[index - 1]) : null;
    if (before === null || level(heading) <= before + 1) return [];
    return [
      issue("heading_order", "warning", heading, `a heading of level ${level(heading)} follows one of level ${before}`,
        `Make it level ${before + 1}.`, { measured: level(heading), required: before + 1, wcag: "1.3.1" }),
    ];
  });
}

function frameWithoutTitle(element) {
  if (!element.matches("iframe, frame") || !rendered(element) || nameByAria(element)) return [];
  return [issue("frame_without_title", "warning", element, "the frame has no title", "Add title=… to the frame.", { wcag: "4.1.2" })];
}

function keyboardUnreachable(control) {
  const actsLikeOne = control.matches("[role=button], [role=link], [role=checkbox], [role=switch], [onclick]");
  if (!actsLikeOne || control.tabIndex >= 0 || control.hasAttribute("tabindex") || control.localName === "label") return [];
  const inner = Array.from(control.querySelectorAll("*")).some((e) => e.tabIndex >= 0);
  if (inner) return [];
  return [
    issue("keyboard_unreachable", "error", control, "it reacts to clicks, but the Tab key does not reach it",
      'Use a <button>, or add tabindex="0" and react to Enter and Space.', { wcag: "2.1.1" }),
  ];
}

function autoplayMedia(element) {
  if (!element.matches("audio[autoplay], video[autoplay]") || element.muted || element.hasAttribute("muted")) return [];
  return [
    issue("autoplay_media", "warning", element, "sound starts by itself",
      "Start it on request, or mute it.", { wcag: "1.4.2" }),
  ];
}
