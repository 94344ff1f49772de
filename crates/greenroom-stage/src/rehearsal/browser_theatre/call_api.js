// Calls the API as content does: looks for it in the chain of parents, then from the opener on.
// With `later`, the calls are made while the document is unloaded, and the player's window keeps
// the answers.
function (objectName, calls, later) {
  const above = (start) => {
    let place = start;
    for (let level = 0; level < 500 && place; level += 1) {
      if (place[objectName]) return place[objectName];
      if (place === place.parent) return null;
      place = place.parent;
    }
    return null;
  };
  const api = above(window) ?? (top.opener ? above(top.opener) : null);
  if (!api) throw new Error("no " + objectName + " was found");
  const lastError = objectName === "API" ? "LMSGetLastError" : "GetLastError";
  const make = () => calls.map(([name, args]) => {
    const value = api[name](...args);
    return { value, error: Number(api[lastError]()) };
  });
  if (!later) return make();
  addEventListener("unload", () => { parent.answersWhileUnloading = make(); });
  return [];
}
