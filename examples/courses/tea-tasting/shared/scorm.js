// The course's own small SCORM 2004 layer: find the API, open, save, close.
(function () {
  "use strict";

  // The standard's search: up the parents, then the opener and its parents.
  function findIn(win) {
    for (let step = 0; win && step < 100; step += 1) {
      if (win.API_1484_11) return win.API_1484_11;
      if (win.parent === win) return null;
      win = win.parent;
    }
    return null;
  }

  const api = findIn(window) || (window.opener ? findIn(window.opener) : null);
  const started = Date.now();
  let open = false;

  function sessionTime() {
    const seconds = Math.round((Date.now() - started) / 1000);
    return "PT" + Math.floor(seconds / 3600) + "H" + (Math.floor(seconds / 60) % 60) + "M" + (seconds % 60) + "S";
  }

  function check(answer, what) {
    if (answer === "true") return true;
    const code = api.GetLastError();
    console.warn(what + ": " + code + " " + api.GetErrorString(code) + " " + api.GetDiagnostic(code));
    return false;
  }

  const Course = {
    open: function () {
      if (!api) return false;
      open = check(api.Initialize(""), "Initialize");
      if (open && Course.get("cmi.completion_status") === "unknown") {
        Course.set("cmi.completion_status", "incomplete");
      }
      return open;
    },
    get: function (element) {
      return open ? api.GetValue(element) : "";
    },
    set: function (element, value) {
      return open && check(api.SetValue(element, String(value)), "SetValue " + element);
    },
    save: function () {
      return open && check(api.Commit(""), "Commit");
    },
    close: function (exit) {
      if (!open) return;
      Course.set("cmi.session_time", sessionTime());
      Course.set("cmi.exit", exit);
      Course.save();
      open = !check(api.Terminate(""), "Terminate");
    },
  };
  window.Course = Course;

  // Leaving the page by any way keeps the place. `pagehide` is the event that browsers keep.
  window.addEventListener("pagehide", function () {
    Course.close("suspend");
  });
})();
