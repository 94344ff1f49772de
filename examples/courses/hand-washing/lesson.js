// One question, reported to a SCORM 1.2 LMS.
(function () {
  "use strict";

  function find(win) {
    for (let step = 0; win && step < 100; step += 1) {
      if (win.API) return win.API;
      if (win.parent === win) return null;
      win = win.parent;
    }
    return null;
  }

  const api = find(window) || (window.opener ? find(window.opener) : null);
  const verdict = document.getElementById("verdict");
  const started = Date.now();
  let open = Boolean(api) && api.LMSInitialize("") === "true";

  function set(element, value) {
    if (!open) return;
    if (api.LMSSetValue(element, String(value)) !== "true") {
      console.warn(element + ": " + api.LMSGetErrorString(api.LMSGetLastError()));
    }
  }

  function two(number) {
    return String(number).padStart(2, "0");
  }

  function save() {
    if (open && api.LMSCommit("") !== "true") console.warn("LMSCommit failed");
  }

  if (open && api.LMSGetValue("cmi.core.lesson_status") === "not attempted") {
    set("cmi.core.lesson_status", "incomplete");
    save();
  }

  document.querySelectorAll("button[data-seconds]").forEach(function (button) {
    button.addEventListener("click", function () {
      const right = button.dataset.seconds === "20";
      set("cmi.interactions.0.id", "rubbing");
      set("cmi.interactions.0.type", "choice");
      set("cmi.interactions.0.student_response", button.dataset.seconds);
      set("cmi.interactions.0.result", right ? "correct" : "wrong");
      set("cmi.core.score.min", 0);
      set("cmi.core.score.max", 100);
      set("cmi.core.score.raw", right ? 100 : 0);
      set("cmi.core.lesson_location", "answered");
      set("cmi.core.lesson_status", right ? "passed" : "failed");
      save();
      verdict.textContent = right ? "Right: twenty seconds." : "Not quite. Think of singing a short song twice.";
    });
  });

  window.addEventListener("pagehide", function () {
    if (!open) return;
    const seconds = Math.round((Date.now() - started) / 1000);
    set("cmi.core.session_time", two(Math.floor(seconds / 3600)) + ":" + two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60));
    set("cmi.core.exit", "suspend");
    save();
    open = api.LMSFinish("") !== "true";
  });
})();
