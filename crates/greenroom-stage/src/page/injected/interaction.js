// Which of these interactions an element belongs to, as what, and the value it stands for.
(element, ids) => {
  const mark = (node) => node.getAttribute("data-testid") ?? "";
  const control = element.matches("input, textarea, select")
    ? element
    : (element.control ?? element.querySelector("input, textarea, select"));
  const value = element.dataset.value ?? element.dataset.choiceId ?? control?.value ?? null;
  const found = (id, part, key) => ({
    id, part, key, value,
    control: control?.type ?? null,
    blanks: Array.from(document.querySelectorAll("[data-testid]")).filter((node) => mark(node).startsWith(`${id}-blank-`)).length,
  });
  // Ids can begin with one another; the longest is meant.
  const longestFirst = [...ids].sort((a, b) => b.length - a.length);
  for (let node = element; node; node = node.parentElement ?? node.getRootNode().host) {
    for (const id of longestFirst) {
      if (mark(node) === `${id}-check-answer`) return found(id, "check-answer", "");
      for (const part of ["choice", "blank", "drag-item", "drop-zone"]) {
        const start = `${id}-${part}-`;
        if (!mark(node).startsWith(start)) continue;
        const named = part === "drag-item" ? node.dataset.itemId : part === "drop-zone" ? node.dataset.zoneId : undefined;
        return found(id, part, named ?? mark(node).slice(start.length));
      }
      if ([node.id, node.dataset?.interactionId, mark(node)].includes(id)) return found(id, "inside", "");
    }
  }
  return null;
}
