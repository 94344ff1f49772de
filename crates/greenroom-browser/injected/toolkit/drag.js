// Whether the browser takes a drag of the mouse for a drag of data.

function watchDrag() {
  const watch = { began: false };
  const listener = (event) => {
    // Decided when all handlers of the page have been asked.
    setTimeout(() => {
      watch.began = !event.defaultPrevented;
    });
  };
  addEventListener("dragstart", listener, { capture: true, once: true });
  globalThis.greenroom.drag = watch;
}

async function dragBegan() {
  await new Promise((resolve) => setTimeout(resolve));
  return globalThis.greenroom.drag?.began ?? false;
}
