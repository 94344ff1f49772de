// What this document says about where the learner is.
  const flat = (text) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, 200);
  const scopes = [document, ...greenroom.shadowRootsIn(document)];
  const seen = (selector) =>
    scopes.flatMap((scope) => Array.from(scope.querySelectorAll(selector))).filter(greenroom.visible);
  const first = (selector) => flat(seen(selector).map((element) => element.innerText).find((text) => flat(text)));
  const named = /(counter|pager|page-?(number|info|of)|slide-?(number|info|of|count)|progress|pagination|step)/i;
  const counters = [];
  for (const element of seen("span, div, p, li, output, [role=status], [role=progressbar], strong, small")) {
    const text = flat(element.innerText);
    if (text.length > 40) continue;
    const match = text.match(/^\D{0,20}?(\d{1,4})\s*(?:\/|of|von|de|di|sur|av|van)\s*(\d{1,4})\D{0,20}$/i);
    const marks = `${element.id} ${element.getAttribute("class") ?? ""} ${element.getAttribute("role") ?? ""} ${element.getAttribute("data-testid") ?? ""}`;
    if (match && named.test(marks) && Number(match[1]) <= Number(match[2])) {
      counters.push({ n: Number(match[1]), m: Number(match[2]), selector: greenroom.selectorOf(element) });
    }
  }
  let progress = null;
  for (const bar of seen("progress, [role=progressbar]")) {
    const native = bar.localName === "progress";
    const value = native ? bar.value : Number(bar.getAttribute("aria-valuenow") ?? NaN);
    const least = native ? 0 : Number(bar.getAttribute("aria-valuemin") ?? 0);
    const most = native ? bar.max : Number(bar.getAttribute("aria-valuemax") ?? 100);
    if (native && !bar.hasAttribute("value")) continue;
    if (Number.isFinite(value) && most > least) {
      progress = Math.round((1000 * (value - least)) / (most - least)) / 10;
      break;
    }
  }
  const words = flat(document.body?.innerText ?? "").toLowerCase();
  const whole = (document.body?.innerText ?? "").toLowerCase();
  const summary = whole.match(/\b(your (score|result)s?|you (have )?(passed|failed|completed|scored)|congratulations|course complete|quiz results?|ergebnis|geschafft|félicitations|felicidades|resultado)\b/);
  const start = seen("button, a, [role=button]").find((element) => isCalled(START, element.innerText));
  // A number alone is a heading; with something to answer it is a question.
  const asked = whole.match(QUESTION);
  const answers = seen("input[type=radio], input[type=checkbox], input[type=text], textarea, select, [role=radio], [role=checkbox], [role=option], [draggable=true]");
  return {
    title: flat(document.title), empty: words === "",
    current: first("nav [aria-current]:not([aria-current=false]), [role=navigation] [aria-current]:not([aria-current=false]), [role=tree] [aria-current]:not([aria-current=false])"),
    heading: first("h1") || first("h2") || first("[role=heading]"),
    section: first("[class*=section-title], [class*=module-title]"),
    counters, progress,
    summary: summary ? summary[0] : null,
    question: asked && answers.length > 0 ? flat(asked[0]) : null,
    start: start ? flat(start.innerText) : null,
  };
