// Resolves when fonts and images in sight are there, or after `limit` milliseconds, and tells whether
// any was not. What was missing is painted then; taking the picture draws the page anew in any case.
async (limit) => {
  const patience = new Promise((resolve) => setTimeout(resolve, limit));
  const inSight = (element) => {
    const rect = element.getBoundingClientRect();
    return rect.bottom >= 0 && rect.top <= innerHeight && rect.right >= 0 && rect.left <= innerWidth;
  };
  // An image that was never decoded may be left out of the next frame.
  const decoded = (globalThis.decoded ??= new WeakMap());
  const isDecoded = (image) => decoded.get(image) === image.currentSrc;
  const decode = (image) =>
    image
      .decode()
      .catch(() => {})
      .then(() => decoded.set(image, image.currentSrc));
  const loaded = (image) =>
    image.complete
      ? decode(image)
      : new Promise((resolve) => {
          image.addEventListener("load", resolve, { once: true });
          image.addEventListener("error", resolve, { once: true });
        });
  const paint = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
      // A frame that is not shown paints nothing.
      setTimeout(resolve, 200);
    });
  const images = Array.from(document.images).filter(inSight);
  const missing = document.fonts.status !== "loaded" || images.some((image) => !image.complete);
  const late = missing || !images.every(isDecoded);
  const there = Promise.all([document.fonts.ready, ...images.map(loaded)]);
  const ready = missing ? there.then(paint) : there;
  await Promise.race([ready, patience]);
  return late;
}
