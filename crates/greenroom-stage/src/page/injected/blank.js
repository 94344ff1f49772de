// What a document that shows nothing is made of: plug-ins that browsers no longer have, scripts,
// places that scripts were to fill, and marks of templates that nobody has filled.
const name = (address) => (address ?? "").split(/[?#]/)[0];
const all = (selector) => Array.from(document.querySelectorAll(selector));
const plugin = /\.(swf|dcr|dir|class|jar|xap|unity3d)$/i;
const kind = /flash|futuresplash|director|java-?applet|java-vm|silverlight|unity|activex|clsid/i;
const plugins = all("object, embed, applet").map((element) => {
  const movie = element.querySelector("param[name=movie i], param[name=src i], param[name=source i]")?.value;
  const source = name(element.getAttribute("data") ?? element.getAttribute("src") ?? element.getAttribute("code") ?? movie);
  const type = `${element.type ?? ""} ${element.getAttribute("classid") ?? ""}`;
  return { tag: element.localName, source, needed: plugin.test(source) || kind.test(type) || element.localName === "applet" };
}).filter((one) => one.needed).map(({ tag, source }) => `<${tag}> ${source}`.trim());
const mark = /<%[=-]?[^%]{0,80}%>|\{\{[^{}]{1,80}\}\}|%[A-Z_]{3,40}%/;
const texts = [document.title, ...all("[src], [href]").map((element) => element.getAttribute("src") ?? element.getAttribute("href"))];
const holder = all("body > div[id], body > main[id]").find((element) => element.childElementCount === 0 && !element.textContent.trim());
return {
  plugins,
  scripts: all("script").filter((script) => !/json|template|x-/i.test(script.type)).length,
  frames: all("iframe, frame").length,
  holder: holder ? `#${holder.id}` : "",
  mark: texts.map((text) => mark.exec(text ?? "")?.[0]).find(Boolean) ?? "",
  page: location.pathname.split("/").pop(),
};
