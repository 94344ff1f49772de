// Three pages. When it saves what the learner did is what tests replace: SAVES.
const api = window.parent.API;
const PAGES = ["The garden gate", "The rose bed", "The old pear tree"];
api.LMSInitialize("");
let page = Number(api.LMSGetValue("cmi.core.lesson_location") || 0);

function save() {
  api.LMSSetValue("cmi.core.lesson_location", String(page));
  api.LMSSetValue("cmi.suspend_data", `seen=${page}`);
  api.LMSSetValue("cmi.core.lesson_status", page === PAGES.length - 1 ? "completed" : "incomplete");
  api.LMSSetValue("cmi.core.exit", "suspend");
  api.LMSCommit("");
}

function show() {
  document.getElementById("place").textContent = PAGES[page];
  document.getElementById("text").textContent = `Page ${page + 1} of ${PAGES.length}: what grows by ${PAGES[page]}.`;
  document.getElementById("next").disabled = page === PAGES.length - 1;
}

document.getElementById("next").addEventListener("click", () => {
  page += 1;
  show();
  /* early */
});
show();
/* late */
