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

// Whether the page gets the drop: the browser sends it only where the page allowed it.
function watchDrop() {
  const watch = { dropped: false };
  addEventListener("drop", () => { watch.dropped = true; }, { capture: true, once: true });
  globalThis.greenroom.drop = watch;
}

function dropped() {
  return globalThis.greenroom.drop?.dropped ?? false;
}

// Where an element comes to rest; null if it is gone. Pages often let it glide back.
async function restingPlace(element) {
  const end = performance.now() + 1500;
  let before = null;
  let still = 0;
  while (element.isConnected && performance.now() < end) {
    const now = rectOf(element);
    still = before && sameRect(before, now) ? still + 1 : 0;
    if (still >= 4) return now;
    before = now;
    await painted();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  return element.isConnected ? rectOf(element) : null;
}
