// A second tab of a session: the page it shows, and how the first one draws attention.

import type { FromWorker, ToWorker } from "./admission";
import type { Notices } from "./notices";

const CONFIRMATION_MS = 500;

/** The minimal page of a tab that was refused. */
export function showDuplicate(session: string, main: Element, worker: MessagePort | null): void {
  document.title = "Session is already open";
  const heading = document.createElement("h1");
  heading.textContent = "Session is already open";
  const text = document.createElement("p");
  text.textContent = `Session ${session} is already active in another tab.`;
  const close = link("Close this page", () => {
    // Browsers let a page close its window only if it has not been anywhere else in it.
    if (history.length === 1) window.close();
    close.replaceWith("You can close this tab now.");
  });
  const here = link("Use this page instead", () => location.replace(withoutConserve()));
  const links = document.createElement("p");
  links.append(close, " ", here);
  if ("Notification" in window && Notification.permission === "default") {
    links.append(" ", enableNotifications(session));
  }
  main.setAttribute("ui-placeholder", "");
  main.replaceChildren(heading, text, links);
  void notifyUnlessConfirmed(session, worker);
}

/** Has the live tab point to itself when a second one was refused. */
export function answerAttention(session: string, worker: MessagePort, notices: Notices): void {
  /** The title of the app while it shows another; null in calm times. */
  let title: string | null = null;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const address = icon?.href ?? "";
  const calm = (): void => {
    if (document.visibilityState !== "visible" || title === null) return;
    document.title = title;
    title = null;
    if (icon) icon.href = address;
  };
  document.addEventListener("visibilitychange", calm);
  window.addEventListener("focus", calm);
  document.addEventListener("pointerdown", calm);
  worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
    if (!("attention" in data)) return;
    const notified = data.notify && notify(session);
    worker.postMessage({ attended: true, notified } satisfies ToWorker);
    title ??= document.title;
    document.title = `● Here: session ${session}`;
    if (icon) icon.href = address.replace("2f7d4f", "d9480f");
    notices.show("here", `Session ${session} was opened again. This tab is the live one.`);
  });
}

export function withoutConserve(): string {
  const url = new URL(location.href);
  url.searchParams.delete("conserve");
  return url.href;
}

async function notifyUnlessConfirmed(session: string, worker: MessagePort | null): Promise<void> {
  const confirmed = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), CONFIRMATION_MS);
    worker?.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => {
      if ("attended" in data && data.notified) resolve(true);
    });
  });
  if (!(await confirmed)) notify(session);
}

function notify(session: string): boolean {
  if (!("Notification" in window) || Notification.permission !== "granted") return false;
  const body = `Session ${session} is already active in another tab.`;
  const notification = new Notification(body, { tag: `greenroom-session-${session}` });
  notification.onclick = () => {
    window.focus();
    notification.close();
  };
  return true;
}

function enableNotifications(session: string): Element {
  const enable = link("Enable notifications", () => {
    void Notification.requestPermission().then((permission) => {
      enable.replaceWith(permission === "granted" ? "Notifications are on." : "");
      notify(session);
    });
  });
  return enable;
}

function link(text: string, act: () => void): HTMLAnchorElement {
  const made = document.createElement("a");
  made.href = "#";
  made.textContent = text;
  made.addEventListener("click", (event) => {
    event.preventDefault();
    act();
  });
  return made;
}
