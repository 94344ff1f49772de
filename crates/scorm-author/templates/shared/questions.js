// Questions: what is answered, whether it is right, and how it is recorded.
(function () {
  "use strict";

  const shownAt = new Map();
  const oneLine = (text) => String(text).replace(/\s+/g, " ").trim();

  function form(id) {
    return document.getElementById(id);
  }

  function controls(id) {
    return Array.from(form(id).querySelectorAll("input, select, textarea"));
  }

  // The response in the form of its type, or null without one.
  function read(question) {
    const all = controls(question.id);
    const chosen = all.filter((control) => control.checked).map((control) => control.value);
    switch (question.type) {
      case "true-false":
        return chosen.length ? chosen[0] === "true" : null;
      case "choice":
        if (question.several) return chosen.length ? chosen : null;
        return chosen.length ? chosen[0] : null;
      case "likert":
        return chosen.length ? chosen[0] : null;
      case "performance":
        return chosen.length ? chosen.join(",") : null;
      case "matching": {
        const pairs = {};
        all.forEach((select) => {
          if (select.value) pairs[select.dataset.key] = select.value;
        });
        return Object.keys(pairs).length === all.length ? pairs : null;
      }
      case "sequencing": {
        const order = all.filter((select) => select.value).sort((a, b) => Number(a.value) - Number(b.value));
        const places = new Set(order.map((select) => select.value));
        return places.size === all.length ? order.map((select) => select.dataset.key) : null;
      }
      case "numeric": {
        const text = oneLine(all[0].value).replace(",", ".");
        return text !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
      }
      default: {
        const text = all[0].value.trim();
        return text === "" ? null : text;
      }
    }
  }

  // The key of an option, by key or by what it says.
  function keyOf(options, given) {
    const wanted = oneLine(given);
    const known = options.find((option) => option.key === wanted) || options.find((option) => oneLine(option.text) === wanted);
    if (!known) {
      const names = options.map((option) => option.key).join(", ");
      throw new Error('"' + wanted + '" is no answer here; there are ' + names);
    }
    return known.key;
  }

  // Shows a response as if the learner had given it; null takes it away.
  function write(question, response) {
    const all = controls(question.id);
    const check = (keys) => all.forEach((control) => (control.checked = keys.includes(control.value)));
    const listed = response === null ? [] : Array.isArray(response) ? response : [response];
    switch (question.type) {
      case "true-false":
        check(response === null ? [] : [String(response === true || response === "true")]);
        break;
      case "choice":
      case "likert":
        check(listed.map((one) => keyOf(question.options, one)));
        break;
      case "performance":
        check(response === null ? [] : String(response).split(",").map((one) => keyOf(question.options, one)));
        break;
      case "matching": {
        const pairs = Array.isArray(response) ? response : Object.entries(response || {}).map(([source, target]) => ({ source, target }));
        all.forEach((select) => (select.value = ""));
        pairs.forEach((pair) => {
          const source = keyOf(question.sources, pair.source);
          all.find((select) => select.dataset.key === source).value = keyOf(question.options, pair.target);
        });
        break;
      }
      case "sequencing":
        all.forEach((select) => (select.value = ""));
        listed.forEach((one, place) => {
          const key = keyOf(question.options, one);
          all.find((select) => select.dataset.key === key).value = String(place + 1);
        });
        break;
      default:
        all[0].value = response === null ? "" : String(response);
    }
    form(question.id).classList.toggle("answered", response !== null);
  }

  function sameText(question, text) {
    const fold = (one) => (question.exactCase ? oneLine(one) : oneLine(one).toLowerCase());
    return question.correct.some((one) => fold(one) === fold(text));
  }

  // true, false, or null where nothing is right or wrong.
  function judge(question, response) {
    switch (question.type) {
      case "true-false":
        return response === question.correct;
      case "choice": {
        const given = [].concat(response).sort().join();
        return given === question.correct.slice().sort().join();
      }
      case "matching":
        return Object.keys(question.correct).every((source) => response[source] === question.correct[source]);
      case "sequencing":
        return response.join() === question.correct.join();
      case "numeric":
        return response >= question.correct.min && response <= question.correct.max;
      case "fill-in":
        return sameText(question, response);
      default:
        return null;
    }
  }

  const joined = (list) => (window.Scorm.isVersion2004 ? list.join("[,]") : list.join(","));
  const paired = (source, target) => source + (window.Scorm.isVersion2004 ? "[.]" : ".") + target;
  const truth = (is) => (window.Scorm.isVersion2004 ? String(is) : is ? "t" : "f");
  const limited = (text) => oneLine(text).slice(0, 250);

  // A response as the data model of the version writes it.
  function recorded(question, response) {
    switch (question.type) {
      case "true-false":
        return truth(response);
      case "choice":
        return joined([].concat(response));
      case "matching":
        return joined(Object.keys(response).map((source) => paired(source, response[source])));
      case "sequencing":
        return joined(response);
      case "performance":
        return window.Scorm.isVersion2004 ? joined(response.split(",").map((step) => paired(step, "done"))) : response;
      default:
        return limited(response);
    }
  }

  // The pattern of the right response; empty where there is none.
  function pattern(question) {
    switch (question.type) {
      case "numeric": {
        const range = question.correct;
        return window.Scorm.isVersion2004 ? range.min + "[:]" + range.max : String(range.min);
      }
      case "fill-in":
        return limited(question.correct[0]);
      case "true-false":
      case "choice":
      case "matching":
      case "sequencing":
        return recorded(question, question.correct);
      default:
        return "";
    }
  }

  function send(question, response, correct) {
    const type = question.type === "long-fill-in" && !window.Scorm.isVersion2004 ? "fill-in" : question.type;
    window.Scorm.record({
      id: question.id,
      type: type,
      pattern: pattern(question),
      response: recorded(question, response),
      result: correct === null ? "neutral" : correct ? "correct" : "incorrect",
      latency: Date.now() - (shownAt.get(question.id) || Date.now()),
      description: limited(question.text),
    });
  }

  window.Questions = {
    form: form,
    controls: controls,
    read: read,
    write: write,
    judge: judge,
    send: send,
    isGraded: (question) => question.correct !== undefined,
    noteShown: (id) => shownAt.set(id, Date.now()),
  };
})();
