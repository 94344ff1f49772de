// Visible elements of these kinds whose words fit `wanted`, and the words of all of them.
(kinds, wanted, exactOnly) => {
  const flat = (text) => (text ?? "").replace(/\s+/g, " ").trim();
  const wordsOf = (element) => [
    flat(element.innerText ?? element.textContent),
    flat(element.getAttribute("aria-label")),
    ["input", "button"].includes(element.localName) ? flat(element.value) : "",
    flat(element.getAttribute("title")),
    ...Array.from(element.querySelectorAll("img[alt]"), (image) => flat(image.alt)),
  ].filter(Boolean);
  const fold = (text) => flat(text).toLowerCase();
  const sought = fold(wanted);
  const matches = [];
  const texts = [];
  for (const scope of [document, ...greenroom.shadowRootsIn(document)]) {
    for (const element of scope.querySelectorAll(kinds)) {
      if (!greenroom.visible(element)) continue;
      const words = wordsOf(element);
      if (words.length > 0 && texts.length < 20) texts.push(words[0].slice(0, 80));
      const exact = words.some((word) => fold(word) === sought);
      const partial = words.filter((word) => fold(word).includes(sought));
      if (!exact && (exactOnly || partial.length === 0)) continue;
      const length = exact ? 0 : Math.min(...partial.map((word) => word.length));
      matches.push({ selector: greenroom.selectorOf(element), exact, length });
    }
  }
  return { matches, texts };
}
