// The slides of this document, by the first method that finds at least two.
() => {
  const flat = (text) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, 120);
  const titleOf = (element) =>
    flat(element.dataset.title ?? element.getAttribute("aria-label")
      ?? element.querySelector("h1, h2, h3, h4, [role=heading]")?.textContent ?? "");
  const list = (method, elements, more) => ({
    method,
    slides: elements.map((element, index) => ({
      selector: greenroom.selectorOf(element), visible: greenroom.visible(element), ...more(element, index),
    })),
  });
  const isHere = (link) => link.localName === "a" && link.getAttribute("href") !== "#" && link.href === location.href;
  // Articulate Rise: the outline beside a lesson, or the list of lessons on the cover.
  const beside = Array.from(document.querySelectorAll(".nav-sidebar__outline-list a[href]"));
  const lessons = beside.length > 0 ? beside : Array.from(document.querySelectorAll("a.overview-list-item__link"));
  if (lessons.length > 0) {
    return list("menu_links", lessons, (link) => ({
      id: link.getAttribute("href").replace(/^.*#\/lessons\//, ""), title: flat(link.textContent),
      current: isHere(link) || /(^|\s|--)active(\s|$)/.test(link.className),
    }));
  }
  const links = Array.from(document.querySelectorAll(
    "nav a[href], nav button, [role=navigation] a[href], [role=navigation] button, [role=menu] [role=menuitem], [role=tree] [role=treeitem]",
  )).filter((link) => flat(link.textContent) && !/^(next|previous|prev|back|continue)$/i.test(flat(link.textContent)));
  const isCurrent = (link) => !["false", null].includes(link.getAttribute("aria-current")) || isHere(link);
  // Without a mark for the current entry a list of links is not known to be a map.
  if (links.length >= 2 && links.some(isCurrent)) {
    return list("menu_links", links, (link) => ({
      id: link.id || link.getAttribute("href") || flat(link.textContent), title: flat(link.textContent), current: isCurrent(link),
    }));
  }
  const named = Array.from(document.querySelectorAll("[data-slide-id], [data-slide], [data-slide-index], [data-slide-number]"))
    .filter((element) => !element.matches("a, button, li, [role=tab]"));
  if (named.length >= 2) {
    return list("dom_data_attributes", named, (element, index) => ({
      id: element.dataset.slideId || element.dataset.slide || element.id || `slide-${index}`,
      title: titleOf(element), current: greenroom.visible(element),
    }));
  }
  const sections = Array.from(document.querySelectorAll("section.slide, .slide, .page, [aria-roledescription=slide]"))
    .filter((element) => !element.parentElement.closest(".slide, .page"));
  // One visible at a time: otherwise these are parts of one page.
  if (sections.length >= 2 && sections.filter(greenroom.visible).length === 1) {
    return list("dom_sections", sections, (element, index) => ({
      id: element.id || `section-${index}`, title: titleOf(element), current: greenroom.visible(element),
    }));
  }
  return null;
}
