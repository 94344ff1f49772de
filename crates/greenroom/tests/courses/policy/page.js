(function () {
  var find = function (w) { return w.API_1484_11 || (w.parent !== w ? find(w.parent) : null); };
  find(window).Initialize("");
  var foreign = document.createElement("script");
  foreign.src = "https://scripts.example/library.js";
  document.body.append(foreign);
  fetch("http://data.example/facts.json").catch(function () {});
  eval("1 + 1");
})();
