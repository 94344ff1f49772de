// The pages of this part of the course: going through them, answering, finishing.
(function () {
  "use strict";

  const words = window.CourseSettings.words;
  const part = JSON.parse(document.getElementById("course-data").textContent);
  const slides = Array.from(document.querySelectorAll("[data-slide]"));
  const questions = part.questions;
  const byId = new Map(questions.map((question) => [question.id, question]));
  const graded = questions.filter((question) => window.Questions.isGraded(question));
  const element = (id) => document.getElementById(id);
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  const menuEntries = Array.from(document.querySelectorAll("[data-goto]"));

  const closeMenu = () => {
    if (element("menu")) element("menu").removeAttribute("open");
  };

  let current = 0;
  let seen = new Set();
  // By question: the response, and whether it was right.
  let answers = new Map();
  let finished = false;
  let connection = { connected: false, writable: false };

  const nameOf = (index) => slides[index].dataset.slide;
  const indexOf = (name) => slides.findIndex((slide) => slide.dataset.slide === name);

  // The state is short whatever the course is: a bit for each page, a letter for each question, and the
  // responses as long as there is room. They are recorded already, and only shown again.
  const RESULTS = { correct: "r", incorrect: "w", neutral: "n", open: "-" };
  const resultOf = (answer) => (!answer ? "open" : answer.correct === null ? "neutral" : answer.correct ? "correct" : "incorrect");

  function state() {
    const bits = slides.map((slide, index) => (seen.has(index) ? "1" : "0")).join("");
    const kept = {
      at: current,
      seen: bits.padEnd(Math.ceil(bits.length / 4) * 4, "0").replace(/.{4}/g, (four) => parseInt(four, 2).toString(16)),
      results: questions.map((question) => RESULTS[resultOf(answers.get(question.id))]).join(""),
      given: {},
    };
    let room = window.Scorm.MOST_STATE - JSON.stringify(kept).length - 60;
    questions.forEach((question, index) => {
      const answer = answers.get(question.id);
      const length = answer && answer.response !== null ? JSON.stringify(answer.response).length + 10 : Infinity;
      if (length > room) return;
      room -= length;
      kept.given[index] = answer.response;
    });
    return kept;
  }

  // What does not fit the course any more is left out: it was changed since.
  function restore(saved) {
    if (!saved || typeof saved.seen !== "string" || typeof saved.results !== "string") return;
    if (slides[saved.at]) current = saved.at;
    if (saved.seen.length !== Math.ceil(slides.length / 4) || saved.results.length !== questions.length) return;
    Array.from(saved.seen).forEach((digit, four) => {
      const bits = (parseInt(digit, 16) || 0).toString(2).padStart(4, "0");
      [0, 1, 2, 3].filter((bit) => bits[bit] === "1" && four * 4 + bit < slides.length).forEach((bit) => seen.add(four * 4 + bit));
    });
    questions.forEach((question, index) => {
      const letter = saved.results[index];
      if (!["r", "w", "n"].includes(letter)) return;
      const given = saved.given && saved.given[index] !== undefined ? saved.given[index] : null;
      try {
        window.Questions.write(question, given);
        answers.set(question.id, { response: given, correct: letter === "n" ? null : letter === "r" });
        showEvaluation(question);
      } catch (error) {
        answers.delete(question.id);
      }
    });
  }

  const share = () => {
    const sum = (list) => list.reduce((total, question) => total + question.points, 0);
    const right = graded.filter((question) => answers.has(question.id) && answers.get(question.id).correct);
    return graded.length === 0 ? 1 : sum(right) / sum(graded);
  };
  const isPassed = () => share() >= part.passing - 1e-9;
  // Who takes a test that only finds the lessons to take has not failed, and LMSs without rollup count every part.
  const passesPart = () => part.placement || isPassed();
  const openQuestions = () => questions.filter((question) => !answers.has(question.id));
  const unseen = () => slides.map((slide, index) => index).filter((index) => !seen.has(index));
  const isComplete = () => unseen().length === 0 && openQuestions().length === 0;

  function save() {
    window.Scorm.progress(isComplete() ? 1 : Math.min(0.99, seen.size / slides.length));
    if (isComplete()) {
      // In the order of the manifest, the part as a whole first: some LMSs begin with an empty list.
      part.objectives.forEach((objective, index) => {
        const own = graded.filter((question) => question.objective === objective);
        const right = own.filter((question) => answers.get(question.id).correct).length;
        if (index === 0) window.Scorm.objective(objective, share(), passesPart());
        else window.Scorm.objective(objective, right / own.length, right === own.length);
      });
      window.Scorm.complete(share(), passesPart());
    }
    window.Scorm.keep(nameOf(current), state());
    window.Scorm.save();
  }

  function showEvaluation(question) {
    const place = element(question.id + "-feedback");
    const answer = answers.get(question.id);
    const box = window.Questions.form(question.id);
    box.dataset.result = resultOf(answer);
    const group = box.querySelector("fieldset") || window.Questions.controls(question.id)[0];
    group.disabled = Boolean(answer);
    element(question.id + "-check").hidden = Boolean(answer);
    if (!answer) {
      place.textContent = "";
      return;
    }
    const said = answer.correct === null ? words.noted : answer.correct ? words.right : words.wrong;
    const own = answer.correct === false ? question.feedbackWrong : question.feedbackRight;
    place.textContent = own ? said + " " + own : said;
  }

  function check(id) {
    const question = byId.get(id);
    const response = window.Questions.read(question);
    if (response === null) {
      const wanted = { numeric: words.numberWanted, sequencing: words.placesDiffer };
      element(id + "-feedback").textContent = wanted[question.type] || words.answerFirst;
      return null;
    }
    const correct = window.Questions.judge(question, response);
    answers.set(id, { response: response, correct: correct });
    window.Questions.send(question, response, correct);
    showEvaluation(question);
    showStanding();
    save();
    return answers.get(id);
  }

  // Only what was wrong is asked again; pages to read again are named.
  function tryAgain() {
    graded.filter((question) => answers.has(question.id) && !answers.get(question.id).correct).forEach((question) => {
      answers.delete(question.id);
      window.Questions.write(question, null);
      showEvaluation(question);
    });
    const first = openQuestions()[0];
    window.Scorm.reopen();
    save();
    go(indexOf(first ? first.slide : nameOf(0)));
  }

  function showResults() {
    const list = element("results");
    if (!list) return;
    const left = openQuestions().length;
    const percent = Math.round(share() * 100);
    const verdict = isPassed() ? words.passed : words.failed;
    element("verdict").textContent = left > 0 ? fill(words.stillOpen, { count: left }) : fill(verdict, { score: percent, passing: Math.round(part.passing * 100) });
    element("verdict").dataset.result = left > 0 ? "" : isPassed() ? "correct" : "incorrect";
    list.replaceChildren(...questions.map((question) => {
      const answer = answers.get(question.id);
      const item = document.createElement("li");
      const result = resultOf(answer);
      item.dataset.result = result;
      const mark = document.createElement("strong");
      mark.textContent = { open: words.markOpen, neutral: words.markNoted, correct: words.markRight, incorrect: words.markWrong }[result];
      item.append(mark, " " + question.text);
      if (result === "incorrect" && question.reread) {
        const link = document.createElement("button");
        link.type = "button";
        link.className = "link";
        link.textContent = fill(words.reread, { title: slides[indexOf(question.reread)].dataset.title });
        link.addEventListener("click", () => go(indexOf(question.reread)));
        item.append(" ", link);
      }
      return item;
    }));
    element("try-again").hidden = !part.retry || finished || left > 0 || graded.every((question) => answers.get(question.id).correct);
  }

  function showStanding() {
    const last = current === slides.length - 1;
    element("nav-prev").disabled = current === 0;
    element("nav-next").hidden = last;
    element("finish").hidden = !last || finished;
    element("position").textContent = current + 1 + " / " + slides.length;
    element("progress").value = seen.size;
    const places = menuEntries.map((entry) => indexOf(entry.dataset.goto));
    const here = places.filter((index) => index <= current).pop();
    menuEntries.forEach((entry, at) => {
      entry.classList.toggle("seen", seen.has(places[at]));
      if (places[at] === here) entry.setAttribute("aria-current", "page");
      else entry.removeAttribute("aria-current");
    });
    showResults();
  }

  function show(index) {
    current = index;
    seen.add(index);
    slides.forEach((slide, at) => (slide.hidden = at !== index));
    questions.filter((question) => question.slide === nameOf(index)).forEach((question) => window.Questions.noteShown(question.id));
    element("notice").textContent = "";
    document.title = slides[index].dataset.title + " – " + part.title;
    showStanding();
  }

  function go(index) {
    if (index < 0 || index >= slides.length || index === current) return;
    show(index);
    save();
    closeMenu();
    // Who reads with the ears or the keyboard begins at the heading of the new page.
    slides[index].querySelector("h1").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }

  function finish() {
    const toAnswer = openQuestions()[0];
    const target = unseen().length > 0 ? unseen()[0] : toAnswer ? indexOf(toAnswer.slide) : -1;
    if (target >= 0) {
      go(target);
      element("notice").textContent = words.notYet;
      return;
    }
    finished = true;
    showStanding();
    element("notice").textContent = connection.connected && part.goesOn ? words.goOn : words.canClose;
    element("notice").focus();
    window.Scorm.finish(part.goesOn);
  }

  function listen() {
    element("nav-prev").addEventListener("click", () => go(current - 1));
    element("nav-next").addEventListener("click", () => go(current + 1));
    element("finish").addEventListener("click", finish);
    menuEntries.forEach((entry) => entry.addEventListener("click", () => {
      closeMenu();
      go(indexOf(entry.dataset.goto));
    }));
    const again = element("try-again");
    if (again) again.addEventListener("click", tryAgain);
    questions.forEach((question) => window.Questions.form(question.id).addEventListener("submit", (event) => {
      event.preventDefault();
      check(question.id);
      // The button may be disabled now: who uses the keyboard goes on from what is said.
      element(question.id + "-feedback").focus({ preventScroll: true });
    }));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") closeMenu();
    });
  }

  element("progress").max = slides.length;
  listen();
  connection = window.Scorm.start();
  restore(connection.state);
  // Some LMSs keep the state and no location.
  show(indexOf(connection.location) < 0 ? current : indexOf(connection.location));
  save();
  if (!connection.connected) element("notice").textContent = words.notConnected;
  else if (!connection.writable) element("notice").textContent = words.reviewing;
  document.body.classList.add("ready");

  window.Course = {
    slides: () => slides.map((slide, index) => ({ id: slide.dataset.slide, title: slide.dataset.title, seen: seen.has(index) })),
    current: () => nameOf(current),
    goTo: (name) => {
      const index = indexOf(name);
      if (index < 0) throw new Error("no slide " + name);
      go(index);
    },
    questions: () => questions,
    question: (id) => byId.get(id),
    answer: (id) => answers.get(id) || null,
    check: check,
    markSeen: (name) => {
      if (indexOf(name) >= 0) seen.add(indexOf(name));
      showStanding();
      save();
    },
    forgetSeen: () => {
      seen = new Set([current]);
      showStanding();
      save();
    },
  };
})();
