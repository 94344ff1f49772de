// Resolves with whether the document stayed unchanged while two frames were painted.
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
    requestAnimationFrame(() => requestAnimationFrame(() => end(true)));
    // A frame that is not shown paints nothing.
    setTimeout(end, 100, true);
  })
