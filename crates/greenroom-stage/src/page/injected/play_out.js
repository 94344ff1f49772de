// Sets every film and sound to its end. One whose length is not known is told to have ended.
async () => {
  const media = Array.from(document.querySelectorAll("video, audio")).filter((one) => !one.ended && !one.dataset.greenroomEnded);
  const known = (one) =>
    new Promise((resolve) => {
      if (Number.isFinite(one.duration)) return resolve(true);
      one.addEventListener("loadedmetadata", () => resolve(true), { once: true });
      one.addEventListener("error", () => resolve(false), { once: true });
      setTimeout(() => resolve(Number.isFinite(one.duration)), 1500);
    });
  for (const one of media) {
    one.muted = true;
    await one.play().catch(() => {});
    const before = one.ended;
    if (await known(one)) {
      one.currentTime = one.duration;
      await new Promise((resolve) => {
        one.addEventListener("ended", resolve, { once: true });
        setTimeout(resolve, 1000);
      });
    }
    if (!one.ended && !before) one.dispatchEvent(new Event("ended"));
    one.dataset.greenroomEnded = "true";
  }
  return media.length;
}
