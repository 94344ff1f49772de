// A small course of the kind that carries `window.SCORMAutomation`.
(() => {
  const find = (w) => w.API_1484_11 || (w.parent !== w ? find(w.parent) : null);
  const api = find(window);
  api.Initialize("");

  const slides = [
    { id: "start", title: "Start" },
    { id: "quiz", title: "Quiz" },
    { id: "end", title: "End" },
  ];
  const interactions = {
    color: { type: "choice", correct: "green", options: ["green", "red"] },
    blank: { type: "fill-in", correct: "tea" },
    sort: { type: "drag-drop", correct: { leaf: "pot" } },
    'quo"te\\\u2028</script>': { type: "fill-in", correct: "x" },
  };
  let current = 0;
  let responses = {};
  let evaluations = {};
  let trace = [];
  let engagement = { tabs: [], depth: 0, audio: false };

  const note = (action, detail) => trace.push({ timestamp: Date.now(), action, detail });
  const known = (id) => {
    if (!interactions[id]) throw new Error(`no interaction ${id}`);
    return interactions[id];
  };
  const render = () => {
    document.getElementById("title").textContent = slides[current].title;
    const place = document.getElementById("slide");
    place.textContent = "";
    if (slides[current].id !== "quiz") return;
    place.innerHTML = `
      <fieldset id="color"><legend>Which color?</legend>
        <label><input type="radio" name="color" value="green" data-testid="color-choice-0"> Green</label>
        <label><input type="radio" name="color" value="red" data-testid="color-choice-1"> Red</label>
        <button data-testid="color-check-answer">Check</button>
      </fieldset>
      <label>Drink <input data-testid="blank-blank-0"></label>
      <div data-testid="sort-drag-item-leaf" data-item-id="leaf">Leaf</div>
      <div data-testid="sort-drop-zone-pot" data-zone-id="pot">Pot</div>`;
  };
  const check = (id) => {
    const { type, correct } = known(id);
    const response = responses[id] ?? null;
    const right = JSON.stringify(response) === JSON.stringify(correct);
    const n = api.GetValue("cmi.interactions._count");
    api.SetValue(`cmi.interactions.${n}.id`, `urn:test:${Object.keys(interactions).indexOf(id)}`);
    api.SetValue(`cmi.interactions.${n}.type`, type === "drag-drop" ? "other" : type);
    api.SetValue(`cmi.interactions.${n}.learner_response`, String(response));
    api.SetValue(`cmi.interactions.${n}.result`, right ? "correct" : "incorrect");
    evaluations[id] = { correct: right, score: right ? 1 : 0, response };
    return evaluations[id];
  };
  const percentage = () => (engagement.tabs.length > 0 ? 50 : 0) + engagement.depth / 2;

  window.SCORMAutomation = {
    listInteractions: () => Object.keys(interactions).map((id) => (id === "blank" ? { id } : { id, type: interactions[id].type })),
    getInteractionMetadata: (id) => ({ id, type: known(id).type, description: `interaction ${id}` }),
    setResponse: (id, response) => { known(id); responses[id] = response; note("setResponse", id); },
    getResponse: (id) => { known(id); return responses[id] ?? null; },
    getCorrectResponse: (id) => { known(id); throw new Error("answers are not exposed: set exposeCorrectAnswers"); },
    checkAnswer: async (id) => { await null; note("checkAnswer", id); return check(id); },
    getLastEvaluation: (id) => evaluations[id] ?? null,
    checkSlideAnswers: () => Object.keys(interactions).map((id) => ({ interactionId: id, type: interactions[id].type, evaluation: check(id) })),
    getCourseStructure: () => [{ type: "section", id: "all", title: "All", children: slides.map((slide) => ({ type: "slide", ...slide })) }],
    getCurrentSlide: () => slides[current].id,
    goToSlide: async (id, context) => {
      const index = slides.findIndex((slide) => slide.id === id);
      if (index < 0) throw new Error(`no slide ${id}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
      note("goToSlide", { id, context });
      current = index;
      render();
    },
    getPageLayout: () => { throw new Error("the layout is not ready"); },
    getLayoutFlow: () => ({ readingOrder: ["title"], keyboardFlow: ["next"], attentionFlow: [], analysis: { readingOrderMatchesTabOrder: true, hasCustomTabOrder: false } }),
    getLayoutTree: (depth) => {
      const grow = (left) => (left === 0 ? { tag: "div" } : { tag: "div", children: [grow(left - 1)] });
      return grow(depth ?? 3);
    },
    getElementDetails: (testid) => {
      const element = document.querySelector(`[data-testid="${CSS.escape(testid)}"]`);
      const { x, y, width, height } = element.getBoundingClientRect();
      return { testid, tag: element.localName, boundingBox: { x, y, width, height } };
    },
    validatePageLayout: () => [
      { severity: "error", category: "layout", message: "too wide" },
      { type: "warning", category: "content", message: "clipped" },
    ],
    getEngagementState: () => ({ complete: percentage() === 100, tracked: engagement, required: ["tabs", "scroll"] }),
    getEngagementProgress: () => ({ percentage: percentage(), items: [{ type: "tabs", label: "Tabs", complete: engagement.tabs.length > 0 }] }),
    markTabViewed: (id) => { engagement.tabs.push(id); },
    setScrollDepth: (depth) => { engagement.depth = depth; },
    resetEngagement: () => { engagement = { tabs: [], depth: 0, audio: false }; },
    hasAudio: () => true,
    getAudioState: () => ({ contextId: slides[current].id, isPlaying: false, isCompleted: engagement.audio }),
    getAudioProgress: () => (engagement.audio ? 100 : 0),
    isAudioCompletedForContext: () => engagement.audio,
    simulateAudioComplete: () => { engagement.audio = true; },
    getAutomationTrace: () => trace,
    clearAutomationTrace: () => { trace = []; },
    getVersion: () => ({ api: "1.4.0", phase: "test", features: ["layout"] }),
  };
  document.getElementById("next").onclick = () => { current = Math.min(current + 1, slides.length - 1); render(); };
  render();
})();
