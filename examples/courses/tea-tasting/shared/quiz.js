// Three questions; each answer becomes one interaction, all together the score.
(function () {
  "use strict";
  const form = document.getElementById("questions");
  const verdict = document.getElementById("verdict");

  function record(index, question, answer, correct) {
    const path = "cmi.interactions." + index + ".";
    Course.set(path + "id", "tea-" + question.id);
    Course.set(path + "type", "choice");
    Course.set(path + "description", question.querySelector("legend").textContent);
    Course.set(path + "correct_responses.0.pattern", question.dataset.answer);
    Course.set(path + "learner_response", answer);
    Course.set(path + "result", correct ? "correct" : "incorrect");
  }

  form.addEventListener("submit", function (event) {
    event.preventDefault();
    const questions = Array.from(form.querySelectorAll("fieldset"));
    const open = questions.find(function (question) {
      return !question.querySelector("input:checked");
    });
    if (open) {
      verdict.textContent = "Please answer every question.";
      open.querySelector("input").focus();
      return;
    }
    let right = 0;
    const first = Number(Course.get("cmi.interactions._count")) || 0;
    questions.forEach(function (question, index) {
      const answer = question.querySelector("input:checked").value;
      const correct = answer === question.dataset.answer;
      right += correct ? 1 : 0;
      record(first + index, question, answer, correct);
    });
    Course.set("cmi.score.min", 0);
    Course.set("cmi.score.max", questions.length);
    Course.set("cmi.score.raw", right);
    Course.set("cmi.score.scaled", right / questions.length);
    Course.set("cmi.completion_status", "completed");
    Course.set("cmi.success_status", right / questions.length >= 0.6 ? "passed" : "failed");
    Course.save();
    verdict.textContent = right + " of " + questions.length + " right. " + (right >= 2 ? "Well tasted!" : "Have another cup and try again.");
  });
})();
