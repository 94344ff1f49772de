// What axe says about this document alone, and which frames in it are to be looked at, in order.
async (context, options, owners) => {
  const where = context ?? document;
  const deep = (path) => path.join(" >>> ").split(" >>> ")
    .reduce((scope, step) => { const found = scope?.querySelector?.(step); return found?.shadowRoot ?? found; }, document);
  const frames = axe.utils.getFrameContexts(where, options);
  const result = await axe.runPartial(where, options);
  return {
    result: JSON.stringify(result),
    inner: frames.map(({ frameSelector, frameContext }) => {
      const element = axe.utils.shadowSelect(frameSelector);
      const owner = owners.findIndex((path) => deep(path) === element);
      return { owner: owner < 0 ? null : owner, context: frameContext };
    }),
  };
}
