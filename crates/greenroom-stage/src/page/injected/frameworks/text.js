// Runs in the world of the page, where the runtimes of authoring tools live.
const text = (value) => (typeof value === "string" ? value.replace(/\s+/g, " ").trim().slice(0, 120) : "");
