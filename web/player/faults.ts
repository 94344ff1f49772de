// Errors that no script of the course caught, told to the server from the browser of a person, where
// nothing else hears of them. Listening changes nothing for the course; its console is left alone.

/** What one page tells. */
const MOST = 200;
const LONGEST = 2000;
const ADDRESS = "faults";

let told = 0;

/** Follows the course's window through every page that it shows. */
export function watchFaults(frame: HTMLIFrameElement): void {
  let known: Document | null = null;
  const look = (): void => {
    const document = documentOf(frame);
    if (!document || document === known) return;
    known = document;
    listen(frame.contentWindow as Window, follow);
  };
  // A new page is there before its scripts have run, but nobody says so: it is looked for until it has loaded.
  let isFollowing = false;
  const follow = (): void => {
    if (isFollowing) return;
    isFollowing = true;
    const step = (): void => {
      look();
      if (isFollowing) requestAnimationFrame(step);
    };
    step();
  };
  frame.addEventListener("load", () => {
    look();
    isFollowing = false;
  });
  follow();
}

function documentOf(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

function listen(content: Window, left: () => void): void {
  content.addEventListener("error", (event) => {
    if (event.message) tell(event.message, event.filename, event.lineno);
  });
  content.addEventListener("unhandledrejection", (event) => {
    tell(`Unhandled rejection: ${textOf(event.reason)}`, "", 0);
  });
  content.addEventListener("pagehide", left);
}

/** What was thrown may be anything, also something that throws when it is looked at. */
function textOf(reason: unknown): string {
  try {
    return String(reason);
  } catch {
    return "a value without a text";
  }
}

function tell(text: string, source: string, line: number): void {
  told += 1;
  if (told > MOST) return;
  const body = JSON.stringify({ text: text.slice(0, LONGEST), source: source.slice(0, LONGEST), line });
  void fetch(ADDRESS, { method: "POST", body, keepalive: true }).catch(() => {});
}
