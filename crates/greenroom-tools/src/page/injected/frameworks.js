// The slides as the runtime of an authoring tool tells them; with an index, goes there by its API.
// Runs in the world of the page, where these runtimes live.
async (goTo) => {
  const text = (value) => (typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 120) : "");

  // Adobe Captivate: cpAPIInterface and its variables.
  const captivate = () => {
    const api = window.cpAPIInterface;
    const count = Number(api?.getVariableValue?.("cpInfoSlideCount"));
    if (!(count > 0)) return null;
    const data = window.cp?.D ?? {};
    const ids = String(data.project_main?.slides ?? "").split(",").filter(Boolean);
    return {
      method: "captivate",
      slides: Array.from({ length: count }, (_, index) => ({
        id: ids[index] ?? `slide-${index + 1}`, title: text(data[ids[index]]?.lb) || `Slide ${index + 1}`,
      })),
      current: Number(api.getVariableValue("cpInfoCurrentSlideIndex") ?? api.getVariableValue("cpInfoCurrentSlide") - 1),
      go: typeof api.gotoSlide === "function" ? (index) => api.gotoSlide(index) : null,
    };
  };

  // reveal.js: the global Reveal.
  const reveal = () => {
    const api = window.Reveal;
    if (typeof api?.getSlides !== "function") return null;
    const slides = api.getSlides();
    if (slides.length === 0) return null;
    return {
      method: "reveal",
      slides: slides.map((slide, index) => ({
        id: slide.id || `slide-${index}`, title: text(slide.dataset.title ?? slide.querySelector("h1, h2, h3, h4")?.textContent) || `Slide ${index + 1}`,
      })),
      current: slides.indexOf(api.getCurrentSlide()),
      go: (index) => { const { h, v } = api.getIndices(slides[index]); api.slide(h, v); },
    };
  };

  // Adapt: its models, and the routes of its router.
  const adapt = () => {
    const module = (name) => { try { return window.require?.(name); } catch { return undefined; } };
    const core = window.Adapt ?? module("core/js/adapt") ?? module("coreJS/adapt");
    if (!core) return null;
    const models = core.contentObjects?.models ?? module("core/js/data")?.models ?? core.data?.models ?? [];
    const pages = models.filter((model) => model.get?.("_type") === "page");
    if (pages.length === 0) return null;
    const at = (core.location ?? module("core/js/location"))?._currentId;
    return {
      method: "adapt",
      slides: pages.map((page) => ({ id: String(page.get("_id")), title: text(page.get("displayTitle") || page.get("title")) })),
      current: pages.findIndex((page) => page.get("_id") === at),
      go: (index) => { location.hash = `#/id/${pages[index].get("_id")}`; },
    };
  };

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

  const found = captivate() ?? reveal() ?? adapt() ?? (await storyline());
  if (goTo !== null) {
    await found?.go?.(goTo);
    return null;
  }
  return found && { ...found, go: found.go !== null };
}
