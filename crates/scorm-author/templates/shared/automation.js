// `window.SCORMAutomation`: tools read and drive the course by it. `automation: false` in settings.js switches it off.
(function () {
  "use strict";

  const settings = window.CourseSettings;
  if (!settings.automation) return;

  const registeredAt = new Date().toISOString();
  const course = window.Course;
  const questions = window.Questions;
  let trace = [];
  let scrollDepth = 0;

  function noted(action, act) {
    return function () {
      const args = Array.from(arguments);
      trace.push({ timestamp: new Date().toISOString(), action: action, args: args });
      return act.apply(null, args);
    };
  }

  function known(id) {
    const question = course.question(id);
    if (!question) throw new Error("no interaction " + id);
    return question;
  }

  const describe = (question) => ({
    id: question.id,
    type: question.type,
    description: question.text,
    slide: question.slide,
    graded: questions.isGraded(question),
    registeredAt: registeredAt,
  });

  function evaluation(id) {
    const question = known(id);
    const answer = course.answer(id);
    if (!answer) return null;
    const feedback = document.getElementById(id + "-feedback").textContent;
    const score = answer.correct === null ? null : answer.correct ? question.points : 0;
    return { correct: answer.correct, score: score, feedback: feedback, response: answer.response };
  }

  function setResponse(id, response) {
    const question = known(id);
    if (course.answer(id)) throw new Error(id + " is answered already");
    questions.write(question, response);
  }

  function checkAnswer(id) {
    known(id);
    if (!course.answer(id) && !course.check(id)) throw new Error(id + " has no response yet");
    return evaluation(id);
  }

  function checkSlideAnswers(slideId) {
    const slide = slideId || course.current();
    const own = course.questions().filter((question) => question.slide === slide);
    return own.map((question) => {
      const entry = { interactionId: question.id, type: question.type };
      try {
        entry.evaluation = checkAnswer(question.id);
      } catch (error) {
        entry.error = error.message;
      }
      return entry;
    });
  }

  function correctResponse(id) {
    const question = known(id);
    if (!settings.exposeCorrectAnswers) {
      throw new Error("answers are kept back: set exposeCorrectAnswers in settings.js");
    }
    const correct = question.correct;
    if (correct === undefined) return null;
    if (question.type === "numeric") return correct.min;
    if (question.type === "fill-in" || (question.type === "choice" && !question.several)) return correct[0];
    return correct;
  }

  function structure() {
    return course.slides().map((slide) => {
      const own = course.questions().filter((question) => question.slide === slide.id);
      const type = own.length > 0 ? "assessment" : "slide";
      return { type: type, id: slide.id, title: slide.title, seen: slide.seen, interactions: own.map((question) => question.id) };
    });
  }

  const boxOf = (node) => {
    const box = node.getBoundingClientRect();
    return { x: box.x, y: box.y, width: box.width, height: box.height };
  };
  const isVisible = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility !== "hidden";
  const isInteractive = (node) => node.matches("a[href], button, input, select, textarea, summary");
  const textOf = (node) => node.textContent.replace(/\s+/g, " ").trim().slice(0, 120);
  const nameOf = (node) => node.dataset.testid || node.id || node.localName;
  const shown = (selector) => Array.from(document.querySelectorAll(selector)).filter(isVisible);
  const marked = () => shown("[data-testid]");
  const focusable = () => shown("a[href], button, input, select, textarea, summary").filter((node) => !node.disabled);

  function tree(node, depth) {
    const entry = { tag: node.localName, testid: node.dataset.testid || null, bounds: boxOf(node) };
    const children = Array.from(node.children).filter((child) => child.localName !== "script" && isVisible(child));
    if (depth > 1 && children.length > 0) entry.children = children.map((child) => tree(child, depth - 1));
    return entry;
  }

  function details(testid) {
    const node = document.querySelector('[data-testid="' + CSS.escape(testid) + '"]');
    if (!node) throw new Error("no element has the testid " + testid);
    const box = boxOf(node);
    const style = getComputedStyle(node);
    const area = node.closest("header, main, footer, nav");
    return {
      testid: testid,
      tag: node.localName,
      boundingBox: box,
      computedStyle: { color: style.color, backgroundColor: style.backgroundColor, fontSize: style.fontSize, display: style.display },
      visible: isVisible(node),
      inViewport: box.y >= 0 && box.x >= 0 && box.y + box.height <= innerHeight && box.x + box.width <= innerWidth,
      semanticPosition: area ? area.localName : "body",
      visualWeight: Math.round(box.width * box.height),
      importance: isInteractive(node) ? "high" : "normal",
      isInteractive: isInteractive(node),
      textContent: textOf(node),
    };
  }

  function flow() {
    const tabs = focusable();
    const inOrder = tabs.every((node, index) => index === 0 || tabs[index - 1].compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
    const byArea = marked().slice().sort((a, b) => boxOf(b).width * boxOf(b).height - boxOf(a).width * boxOf(a).height);
    return {
      readingOrder: marked().map(nameOf),
      keyboardFlow: tabs.map(nameOf),
      attentionFlow: byArea.map(nameOf),
      analysis: { readingOrderMatchesTabOrder: Boolean(inOrder), hasCustomTabOrder: tabs.some((node) => node.tabIndex > 0) },
    };
  }

  function layout() {
    const slide = document.querySelector('[data-slide="' + CSS.escape(course.current()) + '"]');
    return {
      tree: tree(document.body, 4),
      viewport: { width: innerWidth, height: innerHeight },
      patterns: ["header", "main", "footer"].filter((name) => document.querySelector(name)),
      relationships: shown("label").map((label) => ({ label: textOf(label), control: label.control ? nameOf(label.control) : null })),
      readableDescription: textOf(slide),
    };
  }

  function faults() {
    const found = [];
    const tell = (severity, category, message, node) => found.push({ severity: severity, category: category, message: message, element: nameOf(node), bounds: boxOf(node) });
    if (document.documentElement.scrollWidth > innerWidth) tell("error", "responsive", "the page is wider than its frame", document.body);
    focusable().forEach((node) => {
      const box = boxOf(node.closest("label") || node);
      if (box.height < 24 || box.width < 24) tell("warning", "responsive", "the target is smaller than 24 pixels", node);
      if (node.matches("input, select, textarea") && node.labels.length === 0) tell("error", "accessibility", "the control has no label", node);
    });
    shown("h1, h2, h3, p, legend, button").forEach((node) => {
      if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).overflow === "hidden") tell("warning", "content", "the text is cut off", node);
    });
    return found;
  }

  function engagement() {
    const slides = course.slides();
    const items = slides.map((slide) => ({ type: "slide", label: slide.title, complete: slide.seen }));
    const left = items.filter((item) => !item.complete).length;
    return { slides: slides, items: items, left: left, percentage: Math.round((100 * (items.length - left)) / items.length) };
  }

  const silent = () => {
    throw new Error("this page has no audio");
  };

  const api = {
    listInteractions: () => course.questions().map(describe),
    getInteractionMetadata: (id) => describe(known(id)),
    setResponse: setResponse,
    getResponse: (id) => questions.read(known(id)),
    getCorrectResponse: correctResponse,
    checkAnswer: checkAnswer,
    getLastEvaluation: evaluation,
    checkSlideAnswers: checkSlideAnswers,
    getCourseStructure: structure,
    getCurrentSlide: () => course.current(),
    goToSlide: (id) => course.goTo(id),
    getPageLayout: layout,
    getLayoutFlow: flow,
    getLayoutTree: (depth) => tree(document.body, depth || 3),
    getElementDetails: details,
    validatePageLayout: faults,
    getEngagementState: () => {
      const now = engagement();
      const seen = now.slides.filter((slide) => slide.seen).map((slide) => slide.id);
      return { complete: now.left === 0, tracked: { slides: seen, scrollDepth: scrollDepth }, required: now.slides.map((slide) => slide.id) };
    },
    getEngagementProgress: () => ({ percentage: engagement().percentage, items: engagement().items }),
    markTabViewed: (id) => course.markSeen(id),
    setScrollDepth: (depth) => {
      scrollDepth = Math.max(0, Math.min(100, Number(depth) || 0));
    },
    resetEngagement: () => {
      scrollDepth = 0;
      course.forgetSeen();
    },
    hasAudio: () => false,
    getAudioState: () => null,
    getAudioProgress: () => null,
    isAudioCompletedForContext: () => false,
    simulateAudioComplete: silent,
    getVersion: () => ({ api: "1.0.0", phase: "complete", features: ["interactions", "slides", "layout", "engagement", "trace"] }),
  };
  Object.keys(api).forEach((name) => (api[name] = noted(name, api[name])));
  api.getAutomationTrace = () => trace;
  api.clearAutomationTrace = () => {
    trace = [];
  };
  window.SCORMAutomation = api;
})();
