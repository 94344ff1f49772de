// Slides of one page: one visible at a time, the place kept in cmi.location.
(function () {
  "use strict";
  const slides = Array.from(document.querySelectorAll("section.slide"));
  const next = document.getElementById("next");
  const previous = document.getElementById("previous");
  const counter = document.getElementById("counter");
  let current = 0;

  function show(index) {
    current = Math.max(0, Math.min(slides.length - 1, index));
    slides.forEach(function (slide, number) {
      slide.hidden = number !== current;
    });
    counter.textContent = current + 1 + " / " + slides.length;
    previous.disabled = current === 0;
    next.disabled = current === slides.length - 1;
    Course.set("cmi.location", slides[current].id);
    Course.set("cmi.progress_measure", (current + 1) / slides.length);
    if (current === slides.length - 1) slides[current].dispatchEvent(new Event("reached"));
    Course.save();
  }

  next.addEventListener("click", function () {
    show(current + 1);
  });
  previous.addEventListener("click", function () {
    show(current - 1);
  });

  Course.open();
  const place = Course.get("cmi.location");
  const found = slides.findIndex(function (slide) {
    return slide.id === place;
  });

  // A page of reading is complete and satisfied once its last slide has been seen.
  const last = slides[slides.length - 1];
  if (!last.dataset.graded) {
    last.addEventListener("reached", function () {
      Course.set("cmi.completion_status", "completed");
      Course.set("cmi.success_status", "passed");
    });
  }
  show(found < 0 ? 0 : found);
})();
