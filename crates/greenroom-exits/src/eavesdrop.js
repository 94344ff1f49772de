// Tells a witness what content tries while it is left: its calls, with the line they come from and the
// event that they are made in, and what it listens to. It runs in every document before its scripts.
(name) => {
  const channel = new BroadcastChannel(name);
  const tell = (what) => channel.postMessage(JSON.stringify(what));
  const ENDS = ["beforeunload", "pagehide", "unload", "visibilitychange", "freeze"];
  // The outermost line of the course's own files in a stack: the handler, not the library below it.
  const place = (stack) => {
    let found = null;
    for (const line of String(stack).split("\n")) {
      const at = /\/content\/([^\s()?#]+)[^\s()]*?:(\d+):\d+/.exec(line);
      if (at) found = `${decodeURIComponent(at[1])}:${at[2]}`;
    }
    return found;
  };
  const { apply } = Reflect;
  const encoder = new TextEncoder();

  if (window === top && location.pathname === "/player/") {
    Error.stackTraceLimit = 40;
    const eventOf = (from, depth) => {
      for (let index = 0; index < from.length && index < 30; index += 1) {
        try {
          const inner = from[index];
          const type = inner.event?.type ?? (depth < 4 ? eventOf(inner, depth + 1) : null);
          if (type) return type;
        } catch {
          // A frame of another origin makes no calls here.
        }
      }
      return null;
    };
    // What content passes may throw when it is made a text.
    const text = (one) => {
      try {
        return String(one);
      } catch {
        return "";
      }
    };
    const listenTo = (api) => {
      for (const [member, call] of Object.entries(api)) {
        if (!/Initialize$|SetValue$|Commit$|Terminate$|Finish$/.test(member)) continue;
        api[member] = (...given) => {
          let result;
          try {
            result = call(...given);
            return result;
          } finally {
            const texts = given.slice(0, 2).map(text);
            const args = texts.map((one) => one.slice(0, 300));
            const bytes = texts.length > 1 ? encoder.encode(texts[1]).length : 0;
            const stack = new Error().stack;
            tell({ call: member.replace(/^LMS/, ""), args, bytes, result: text(result), event: eventOf(window, 0), at: place(stack) });
          }
        };
      }
    };
    // The player makes one API object: by the book it is frozen, and that of an LMS is put on the window.
    const { freeze, defineProperty } = Object;
    const found = (thing) => {
      if (typeof (thing?.Initialize ?? thing?.LMSInitialize) !== "function") return;
      Object.freeze = freeze;
      Object.defineProperty = defineProperty;
      listenTo(thing);
    };
    Object.freeze = (thing) => {
      found(thing);
      return freeze(thing);
    };
    Object.defineProperty = (target, name, how) => {
      if (target === window) found(how.value);
      return defineProperty(target, name, how);
    };
    return;
  }

  const listens = (event) => {
    const at = place(new Error().stack) ?? decodeURIComponent(location.pathname.replace("/content/", ""));
    tell({ listens: event, at });
  };
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    const target = this ?? window;
    if (ENDS.includes(type) && (target === window || target === document)) listens(type);
    return apply(addEventListener, target, [type, ...rest]);
  };
  for (const event of ENDS) {
    const own = Object.getOwnPropertyDescriptor(window, `on${event}`);
    if (!own?.set || !own.configurable) continue;
    Object.defineProperty(window, `on${event}`, {
      ...own,
      set(handler) {
        if (handler) listens(event);
        apply(own.set, this ?? window, [handler]);
      },
    });
  }
  // Handlers that are attributes of the body are set by the parser.
  apply(addEventListener, document, ["DOMContentLoaded", () => {
    for (const event of ENDS) if (document.body?.hasAttribute(`on${event}`)) listens(event);
  }]);
}
