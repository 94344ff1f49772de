// Whether this document shows that it is still loading.
() => {
  if (document.readyState !== "complete" || document.fonts.status === "loading") return true;
  const inSight = (element) => greenroom.visible(element) && greenroom.inViewport(element)
    && Number(getComputedStyle(element).opacity) > 0;
  const busy = Array.from(document.querySelectorAll("[aria-busy=true]")).some(inSight);
  const named = "[class*=spinner i], [class*=loading i], [class*=loader i], [class*=preload i], [id*=spinner i], [id*=loading i], "
    + "[id*=loader i], [id*=preload i], [role=progressbar]:not([aria-valuenow]), progress:not([value])";
  // Many pages keep the class when they are done; what turns or pulses is at work.
  const turns = (element) => element.getAnimations({ subtree: true })
    .some((one) => one.playState === "running" && one.effect?.getComputedTiming().iterations === Infinity);
  return busy || Array.from(document.querySelectorAll(named)).some((element) => inSight(element) && turns(element));
}
