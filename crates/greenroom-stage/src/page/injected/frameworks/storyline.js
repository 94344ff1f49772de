// Articulate Storyline: the outline in the data of its frame, as JSON in a script or as XML.
const storyline = async () => {
  if (typeof window.GetPlayer !== "function" && !window.globalProvideData && !window.DS) return null;
  const read = async (path) => {
    const answer = await fetch(path).catch(() => null);
    return answer?.ok ? answer.text() : "";
  };
  const flat = (links) => links.flatMap((link) => [link, ...flat(link.links ?? [])]);
  let links = [];
  const script = (await read("html5/data/js/frame.js")).match(/globalProvideData\('frame',\s*'(.*)'\)/s);
  if (script) {
    try {
      links = flat(JSON.parse(script[1].replace(/\\(['\\])/g, "$1")).navData?.outline?.links ?? []);
    } catch { links = []; }
  } else {
    const xml = new DOMParser().parseFromString(await read("story_content/frame.xml"), "text/xml");
    links = Array.from(xml.querySelectorAll("nav_data outline slidelink"), (link) => ({
      slideid: link.getAttribute("slideid"), displaytext: link.getAttribute("displaytext"),
    }));
  }
  // A scene has the id of its player and its own; a slide one part more.
  const slides = links.filter((link) => text(link.slideid).replace(/^_player\./, "").includes("."));
  if (slides.length === 0) return null;
  const last = (id) => text(id).split(".").at(-1);
  const shown = window.story?.allSlides?.[window.player?.slideIndex];
  const number = () => { try { return Number(window.GetPlayer().GetVar("Menu.SlideNumber")) || 0; } catch { return 0; } };
  const byPlayer = slides.findIndex(({ slideid }) => [shown?.id, shown?.lmsid, shown?.slideId].filter(Boolean).map(last).includes(last(slideid)));
  return {
    method: "storyline_framedata",
    slides: slides.map(({ slideid, displaytext, slidetitle }) => ({ id: slideid, title: text(displaytext ?? slidetitle) })),
    current: byPlayer >= 0 ? byPlayer : slides.length === 1 ? 0 : number() - 1,
    go: null,
  };
};
