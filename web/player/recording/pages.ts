// The pages of the course: its frame, the frames in it, and the windows that it opened.

export type Page = Window & typeof globalThis;

declare const scheduler: {
  postTask(task: () => void, options: { delay: number; priority?: "user-blocking" }): Promise<void>;
};

/** Frames within frames are followed so far. */
const DEEPEST = 8;

/** Windows that the course opened, as long as they are open. */
let opened: Window[] = [];

/** All pages that can be looked into, in the order in which rehearsals count elements over them. */
export function pages(): Page[] {
  const content = document.getElementById("content") as HTMLIFrameElement | null;
  opened = opened.filter((one) => !one.closed);
  const found: Page[] = [];
  for (const top of [content?.contentWindow, ...opened]) if (top) collect(top, found, 0);
  return found;
}

function collect(page: Window, found: Page[], depth: number): void {
  if (depth > DEEPEST || !isOurs(page)) return;
  found.push(page);
  for (let index = 0; index < page.length; index += 1) collect(page[index] as Window, found, depth + 1);
}

/** Pages of other origins cannot be looked into. */
function isOurs(page: Window): page is Page {
  try {
    return page.document !== null;
  } catch {
    return false;
  }
}

/** How often a page that is on its way is looked for, and for how long. */
const HURRY_MS = 1;
const LONGEST_WAY_MS = 10_000;

/** Looks again and again until a page has made room for the next one, and that has its scripts. */
export function untilNext(page: Page, look: () => void): void {
  const before = page.document;
  const end = performance.now() + LONGEST_WAY_MS;
  const step = (): void => {
    look();
    const now = page.closed || !isOurs(page) ? null : page.document;
    const isThere = now !== null && now !== before && now.URL !== "about:blank" && now.readyState !== "loading";
    if (isThere || page.closed || performance.now() > end) return;
    void scheduler.postTask(step, { delay: HURRY_MS, priority: "user-blocking" });
  };
  step();
}

/** Follows the windows that a page opens. */
export function followWindows(page: Page): void {
  const { open } = page;
  if (following.has(open)) return;
  const follow: typeof open = (...given) => {
    const window = open.apply(page, given);
    if (window !== null && !opened.includes(window)) opened.push(window);
    return window;
  };
  following.add(follow);
  page.open = follow;
}

const following = new WeakSet<typeof open>();

/** The innermost element, also in a shadow tree. */
export function elementOf(event: Event): Element | null {
  const [first] = event.composedPath();
  return (first as Node | undefined)?.nodeType === 1 ? (first as Element) : null;
}
