// The shared worker of a session: knows its tabs, and lets a second one in or not.
// It stands alone: nothing may be imported but types.

import type { FromWorker, ToWorker } from "./admission";

interface Client {
  tab: string;
  port: MessagePort;
}

interface SharedWorkerScope {
  name: string;
  onconnect: (event: MessageEvent) => void;
}

const scope = self as unknown as SharedWorkerScope;
let clients: Client[] = [];
/** Who was refused last; hears whether a live tab has drawn attention. */
let denied: MessagePort | null = null;
/** One registration after the other, so that of two at once one is first. */
let turn: Promise<void> = Promise.resolve();

// Tabs wait for this lock: when they get it, this worker is gone and they register anew.
void navigator.locks.request(`greenroom-worker-${scope.name}`, () => new Promise(() => undefined));

scope.onconnect = (event) => {
  const port = event.ports[0];
  if (!port) return;
  port.onmessage = ({ data }: MessageEvent<ToWorker>) => {
    if ("register" in data) turn = turn.then(() => register(port, data.tab, data.conserve));
    else if ("leave" in data) turn = turn.then(() => leave(data.tab));
    else denied?.postMessage({ attended: true, notified: data.notified } satisfies FromWorker);
  };
};

async function register(port: MessagePort, tab: string, conserve: boolean): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map((lock) => lock.name));
  clients = clients.filter((client) => alive.has(`greenroom-tab-${client.tab}`));
  const others = clients.filter((client) => client.tab !== tab);
  if (conserve && others.length > 0) {
    denied = port;
    tell(port, { deny: true });
    // One notification is enough; the tab that came last is the likeliest to be looked for.
    others.forEach((client, index) => {
      tell(client.port, { attention: true, notify: index === others.length - 1 });
    });
    return;
  }
  clients = [...others, { tab, port }];
  tell(port, { admit: true, others: others.length });
}

function leave(tab: string): void {
  clients = clients.filter((client) => client.tab !== tab);
}

function tell(port: MessagePort, message: FromWorker): void {
  port.postMessage(message);
}
