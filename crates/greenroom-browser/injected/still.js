// Resolves with whether the document stayed unchanged while a frame was painted, and while the
// next one was, if the page had asked for it.
() =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => end(false));
    const end = (still) => {
      observer.disconnect();
      resolve(still);
    };
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    // Idle time ends with the next frame; where none is asked for, Chromium gives 50 ms.
    const frame = 20;
    const painted = (idle) =>
      idle.timeRemaining() > frame ? end(true) : requestAnimationFrame(() => end(true));
    requestAnimationFrame(() => requestIdleCallback(painted));
    // A frame that is not shown paints nothing.
    setTimeout(end, 100, true);
  })
