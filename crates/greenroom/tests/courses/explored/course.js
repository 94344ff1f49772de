// Three pages of reading, a quiz, an end. Completed on the last page, passed by the quiz.
(function () {
  "use strict";
  const find = (win) => (win.API_1484_11 || win.parent === win ? win.API_1484_11 : find(win.parent));
  const api = find(window);
  const slides = Array.from(document.querySelectorAll("section.slide"));
  const [next, previous, check] = ["next", "previous", "check"].map((id) => document.getElementById(id));
  const rights = { depth: "thick", when: "morning" };
  const started = Date.now();
  let open = api.Initialize("") === "true";
  const get = (element) => api.GetValue(element);
  const set = (element, value) => open && api.SetValue(element, String(value));
  let answered = get("cmi.success_status") !== "unknown";
  let current = 0;

  const reached = (slide) => {
    if (slide.id === "end") set("cmi.completion_status", "completed");
  };
  function show(index) {
    current = Math.max(0, Math.min(slides.length - 1, index));
    slides.forEach((slide, number) => (slide.hidden = number !== current));
    previous.disabled = current === 0;
    next.disabled = current === slides.length - 1 || (slides[current].id === "quiz" && !answered);
    set("cmi.location", slides[current].id);
    reached(slides[current]);
    api.Commit("");
  }

  const score = (right) => right / 2;
  document.getElementById("questions").addEventListener("submit", (event) => {
    event.preventDefault();
    const given = Object.keys(rights).map((name) => [name, document.querySelector(`input[name=${name}]:checked`)?.value]);
    if (given.some(([, value]) => !value)) return;
    const first = Number(get("cmi.interactions._count"));
    let right = 0;
    given.forEach(([name, value], index) => {
      const path = `cmi.interactions.${first + index}.`;
      set(`${path}id`, `garden-${name}`);
      set(`${path}type`, "choice");
      set(`${path}learner_response`, value);
      const correct = value === rights[name];
      right += correct ? 1 : 0;
      set(`${path}result`, correct ? "correct" : "incorrect");
    });
    set("cmi.score.min", 0);
    set("cmi.score.max", 1);
    set("cmi.score.raw", score(right));
    set("cmi.score.scaled", score(right));
    set("cmi.success_status", right === 2 ? "passed" : "failed");
    document.getElementById("verdict").textContent = `${right} of 2`;
    answered = true;
    next.disabled = false;
    api.Commit("");
  });

  next.addEventListener("click", () => show(current + 1));
  previous.addEventListener("click", () => show(current - 1));
  window.addEventListener("pagehide", () => {
    if (!open) return;
    set("cmi.session_time", `PT${Math.round((Date.now() - started) / 1000)}S`);
    set("cmi.exit", "suspend");
    api.Commit("");
    open = api.Terminate("") !== "true";
  });

  if (get("cmi.completion_status") === "unknown") set("cmi.completion_status", "incomplete");
  show(Math.max(0, slides.findIndex((slide) => slide.id === get("cmi.location"))));
})();
