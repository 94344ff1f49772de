// Resolves with whether nothing waits to be drawn. Idle time ends with the next frame; where none is
// asked for, Chromium gives 50 ms.
() =>
  new Promise((resolve) => {
    const frame = 20;
    requestIdleCallback((idle) => resolve(idle.timeRemaining() > frame));
  })
