// Resolves with true once the document has not changed for `quiet` milliseconds, or with false
// after `limit` milliseconds.
(quiet, limit) =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => restart());
    const end = (calm) => {
      observer.disconnect();
      clearTimeout(timer);
      clearTimeout(patience);
      resolve(calm);
    };
    let timer = setTimeout(end, quiet, true);
    const patience = setTimeout(end, limit, false);
    const restart = () => {
      clearTimeout(timer);
      timer = setTimeout(end, quiet, true);
    };
    observer.observe(document, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  })
