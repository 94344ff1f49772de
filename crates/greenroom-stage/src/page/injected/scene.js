// What a learner has before them in this document: where they are, what is shown, what opens or plays.
const scopes = [document, ...greenroom.shadowRootsIn(document)];
const all = (selector) => scopes.flatMap((scope) => Array.from(scope.querySelectorAll(selector)));
const seen = (selector) => all(selector).filter(greenroom.visible);
const plain = (text, limit) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, limit);
const at = (elements) => elements.map(greenroom.selectorOf);
// Clocks tick by themselves; whoever looks a second later is at the same place.
const steady = (text) => text.replace(/\b\d{1,2}:\d{2}(:\d{2})?(\.\d+)?\b/g, "#");
// A frame without room, as those that only talk to an LMS, shows nothing whatever it holds.
const hasRoom = (view) => view.innerWidth >= 20 && view.innerHeight >= 20;
const inSight = () => {
  try {
    for (let view = window; ; view = view.parent) {
      if (!hasRoom(view)) return false;
      if (view.parent === view) return true;
    }
  } catch {
    return true;
  }
};
const base = (address) => (address ?? "").split(/[?#]/)[0].split("/").pop();

const counter = /^\D{0,20}?\d{1,4}\s*(\/|of|von|de|di|sur|av|van)\s*\d{1,4}\D{0,20}$/i;
const counting = /(counter|pager|page-?(number|info|of)|slide-?(number|info|of|count)|progress|pagination|step)/i;
const counters = seen("span, div, p, li, output, strong, small")
  .filter((element) => counting.test(`${element.id} ${element.getAttribute("class") ?? ""}`))
  .map((element) => plain(element.innerText, 60)).filter((text) => text.length <= 40 && counter.test(text));
const marked = seen("[data-slide-id], [data-slide], section[id], .slide[id], .page[id], [aria-roledescription=slide]")
  .map((element) => element.dataset.slideId || element.dataset.slide || element.id);
const headings = seen("h1, h2, h3, [role=heading]").map((element) => plain(element.innerText, 120)).filter(Boolean);

const media = seen("video, audio").concat(all("audio").filter((element) => !greenroom.visible(element) && !element.paused))
  .filter((element) => !element.ended && (element.currentSrc || element.querySelector("source")));

// What opens in place: folded parts, tabs that are not shown.
const folds = seen("summary, [aria-expanded=false], [role=tab]:not([aria-selected=true]), .accordion-header, .accordion-button.collapsed, .tab:not(.active)")
  .filter((element) => element.localName !== "summary" || !element.parentElement?.open)
  .filter((element) => !element.querySelector("[aria-expanded=false], summary"));

const dialogs = seen("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true], .modal.show, .modal.in");
// A sheet over the page that a click takes away, as beside an open menu.
const corners = [[2, 2], [innerWidth - 3, 2], [2, innerHeight - 3], [innerWidth - 3, innerHeight - 3]];
const sheets = [...new Set(corners.map(([x, y]) => document.elementFromPoint(x, y)))].filter((element) =>
  element && /backdrop|overlay|scrim|mask/i.test(`${element.id} ${element.getAttribute("class") ?? ""}`) && greenroom.visible(element));
const outside = (element) => {
  const href = element.getAttribute("href") ?? "";
  if (/^(mailto|tel|sms|ftp):/i.test(href) || element.hasAttribute("download")) return true;
  try {
    return /^https?:/.test(element.href) && new URL(element.href).host !== location.host;
  } catch {
    return false;
  }
};
const leads = seen("button, a, [role=button], [role=link], input[type=button], input[type=submit], img, div[onclick], span[onclick]");
const named = (element) => [element.innerText, element.value, element.getAttribute("aria-label"), element.alt, element.title];
const isStart = (element) => named(element).some((text) => isCalled(START, text));

// Answers that the document itself tells to be right.
const yes = (value) => ["", "true", "1", "yes", "correct"].includes((value ?? "no").toLowerCase());
const rightName = /^(is)?[-_]?(correct|right)[-_]?(answer|option|choice)?$/i;
const told = (element) => Object.entries(element.dataset ?? {}).some(([name, value]) => rightName.test(name) && yes(value))
  || Array.from(element.classList ?? []).some((name) => name.length > 5 && rightName.test(name));
const wrapperOf = (option) => {
  const around = option.closest("label, li") ?? option.parentElement;
  return around && around.querySelectorAll("input, [role=radio], [role=checkbox]").length === 1 ? around : null;
};
const options = all("input[type=radio], input[type=checkbox], option, [role=radio], [role=checkbox], [role=option], button");
const right = options.filter((option) => {
  if (told(option) || (wrapperOf(option) && told(wrapperOf(option)))) return true;
  const key = option.closest("[data-answer], [data-correct-answer], [data-correct], [data-solution]");
  if (!key || key === option || !key.contains(option)) return false;
  const value = option.value ?? option.dataset.value ?? "";
  const wanted = key.dataset.answer ?? key.dataset.correctAnswer ?? key.dataset.correct ?? key.dataset.solution ?? "";
  return value !== "" && wanted.split(/[,;|]/).map((part) => part.trim()).includes(value);
});
const fields = all("input:not([type=radio], [type=checkbox], [type=hidden], [type=button], [type=submit]), textarea, select");
const solutions = fields.flatMap((field) => {
  const text = field.dataset.answer ?? field.dataset.correct ?? field.dataset.solution;
  return text ? [{ selector: greenroom.selectorOf(field), text }] : [];
});

// Where something that is dragged may be put.
const zones = seen("[dropzone], [aria-dropeffect], [data-drop], [data-zone], [data-zone-id], [data-dropzone], [class*=dropzone], [class*='drop-zone'], [class*=drop-target], [class*=droppable], [id*=dropzone], [id*='drop-zone']")
  .filter((element) => element.getAttribute("draggable") !== "true");
const keyOf = (element) => element.dataset.accept ?? element.dataset.match ?? element.dataset.itemId ?? element.dataset.item
  ?? element.dataset.answer ?? element.dataset.zoneId ?? element.dataset.zone ?? element.dataset.target ?? null;
const drags = seen("[draggable=true]");

const pictures = seen("img, canvas, video, svg image").filter((element) => {
  const { width, height } = element.getBoundingClientRect();
  return width * height > 2500;
}).slice(0, 20).map((element) => base(element.currentSrc || element.src || element.getAttribute("href")));
const covers = seen("[class*=slide], [class*=page], [class*=screen]").slice(0, 20)
  .map((element) => base(getComputedStyle(element).backgroundImage.replace(/^url\("?|"?\)$/g, ""))).filter((name) => name && name !== "none");
return {
  url: location.pathname + location.hash, title: plain(document.title, 120),
  text: inSight() ? steady(plain(document.body?.innerText, 20000)) : "",
  place: !inSight() ? [] : [...headings.slice(0, 4), ...counters.slice(0, 2), ...marked.slice(0, 4)],
  pictures: [...pictures, ...covers],
  media: at(media), folds: at(folds), outside: at(seen("a[href], area[href]").filter(outside)),
  starts: at(leads.filter(isStart)), sheets: at(sheets),
  in_dialog: at(dialogs.flatMap((dialog) => Array.from(dialog.querySelectorAll("button, a, [role=button], input[type=button]")).filter(greenroom.visible))),
  right: at(right), solutions,
  asked: fields.filter(greenroom.visible).map((field) => ({
    selector: greenroom.selectorOf(field), text: plain(field.labels?.[0]?.innerText ?? field.getAttribute("aria-label") ?? field.parentElement?.innerText, 200),
  })),
  zones: zones.map((element) => ({ selector: greenroom.selectorOf(element), key: keyOf(element) })),
  drags: drags.map((element) => ({ selector: greenroom.selectorOf(element), key: keyOf(element) ?? element.id })),
  current: at(seen("[aria-current]:not([aria-current=false])")),
};
