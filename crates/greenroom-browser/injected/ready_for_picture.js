// Resolves when fonts and images in sight are there, or after `limit` milliseconds. What had to be
// waited for is painted then; taking the picture draws the page anew in any case.
async (limit) => {
  const patience = new Promise((resolve) => setTimeout(resolve, limit));
  const inSight = (element) => {
    const rect = element.getBoundingClientRect();
    return rect.bottom >= 0 && rect.top <= innerHeight && rect.right >= 0 && rect.left <= innerWidth;
  };
  const loaded = (image) =>
    image.complete
      ? image.decode().catch(() => {})
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
  const late = document.fonts.status !== "loaded" || images.some((image) => !image.complete);
  const there = Promise.all([document.fonts.ready, ...images.map(loaded)]);
  const ready = late ? there.then(paint) : there;
  await Promise.race([ready, patience]);
}
