// Adapt: its models, and the routes of its router, which refuses what is locked.
const adapt = () => {
  // RequireJS hands out what is loaded when it is called with a name; it throws for the rest.
  const module = (name) => { try { return window.require?.(name); } catch { return undefined; } };
  const core = module("core/js/adapt") ?? module("coreJS/adapt") ?? window.Adapt;
  if (!core) return null;
  // Newer versions complain on the console when data and location are asked of the core.
  const models = module("core/js/data")?.models ?? core.contentObjects?.models ?? [];
  const pages = models.filter((model) => model.get?.("_type") === "page");
  if (pages.length === 0) return null;
  const at = (module("core/js/location") ?? core.location)?._currentId;
  return {
    method: "adapt",
    slides: pages.map((page) => ({ id: String(page.get("_id")), title: text(page.get("title") || page.get("displayTitle")) })),
    current: pages.findIndex((page) => page.get("_id") === at),
    go: (index) => { location.hash = `#/id/${pages[index].get("_id")}`; },
  };
};
