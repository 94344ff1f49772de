// Conserve mode: whether this tab may show the session, or another one does already.

/** What a tab tells the worker. */
export type ToWorker =
  | { register: true; tab: string; conserve: boolean }
  | { leave: true; tab: string }
  | { attended: true; notified: boolean };

/** What the worker tells a tab. */
export type FromWorker =
  | { admit: true; others: number }
  | { deny: true }
  | { attention: true; notify: boolean }
  | { attended: true; notified: boolean };

export interface Admission {
  tab: string;
  isAdmitted: boolean;
  /** Other live tabs of this browser; null if there is no worker to count them. */
  others: number | null;
  /** Null without worker. */
  worker: MessagePort | null;
}

const TAB_KEY = "greenroom.tab";
const LOCK_PATIENCE_MS = 500;
const WORKER_PATIENCE_MS = 1500;

export async function seekAdmission(session: string, build: string, conserve: boolean): Promise<Admission> {
  const tab = await ownTab();
  const hasParts = "SharedWorker" in window && "locks" in navigator;
  if (hasParts) {
    const worker = connect(session, build);
    const answer = await register(worker, tab, conserve);
    if (answer) {
      const isAdmitted = "admit" in answer;
      if (isAdmitted) stayRegistered(session, build, tab, worker);
      return { tab, isAdmitted, others: "admit" in answer ? answer.others : null, worker };
    }
  }
  const others = await othersByServer(session, tab);
  return { tab, isAdmitted: !(conserve && others > 0), others: null, worker: null };
}

/** Live tabs other than this one, in any browser. */
export async function othersByServer(session: string, tab: string): Promise<number> {
  try {
    const answer = await fetch(`/-/api/sessions/${session}/tabs?tab=${encodeURIComponent(tab)}`);
    const { others } = (await answer.json()) as { others: number };
    return others;
  } catch {
    return 0;
  }
}

/** The tab's id, with a lock on it for as long as the page lives. */
async function ownTab(): Promise<string> {
  const before = sessionStorage.getItem(TAB_KEY);
  if (before && (await hold(before, LOCK_PATIENCE_MS))) return before;
  // None yet, or this tab is a copy of another: a copy gets the storage too.
  const tab = crypto.randomUUID();
  sessionStorage.setItem(TAB_KEY, tab);
  await hold(tab, LOCK_PATIENCE_MS);
  return tab;
}

function hold(tab: string, patience: number): Promise<boolean> {
  if (!("locks" in navigator)) return Promise.resolve(true);
  return new Promise((resolve) => {
    const forever = (): Promise<void> => {
      resolve(true);
      return new Promise(() => undefined);
    };
    navigator.locks
      .request(`greenroom-tab-${tab}`, { signal: AbortSignal.timeout(patience) }, forever)
      .catch(() => resolve(false));
  });
}

function connect(session: string, build: string): MessagePort {
  const { port } = new SharedWorker(`/-/worker/${build}.js`, { name: `ui-${session}` });
  port.start();
  return port;
}

type Answer = Extract<FromWorker, { admit: true } | { deny: true }>;

function register(worker: MessagePort, tab: string, conserve: boolean): Promise<Answer | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), WORKER_PATIENCE_MS);
    const listen = ({ data }: MessageEvent<FromWorker>): void => {
      if (!("admit" in data) && !("deny" in data)) return;
      clearTimeout(timer);
      worker.removeEventListener("message", listen);
      resolve(data);
    };
    worker.addEventListener("message", listen);
    worker.postMessage({ register: true, tab, conserve } satisfies ToWorker);
  });
}

/** Tells the worker when the page goes, and a new one when the worker itself has gone. */
function stayRegistered(session: string, build: string, tab: string, first: MessagePort): void {
  let worker = first;
  // A lock is free only when the whole document is gone; who opens the next tab may be quicker.
  addEventListener("pagehide", () => worker.postMessage({ leave: true, tab } satisfies ToWorker));
  // The worker holds a lock while it lives. Who gets it knows that the worker's list is lost.
  const afterDeath = async (): Promise<void> => {
    const name = `greenroom-worker-ui-${session}`;
    await navigator.locks.request(name, { mode: "shared" }, () => undefined);
    worker = connect(session, build);
    worker.addEventListener("message", ({ data }) => first.dispatchEvent(new MessageEvent("message", { data })));
    if (await register(worker, tab, false)) await afterDeath();
  };
  void afterDeath();
}
