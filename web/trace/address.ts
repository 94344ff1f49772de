// Where one stands is in the address (`#at=214&tab=data`), so that a place can be sent with the file.

import { effect } from "@preact/signals";
import { TABS, type Tab, type View } from "../inspector/view";

/** The address follows when one has stood still this long, in milliseconds. */
const CALM = 200;

export function readAddress(view: View): void {
  const asked = new URLSearchParams(location.hash.slice(1));
  const at = Number(asked.get("at"));
  if (Number.isInteger(at) && at > 0) view.goTo(at - 1);
  const tab = asked.get("tab") as Tab;
  if (TABS.includes(tab)) view.tab.value = tab;
}

export function keepAddress(view: View): void {
  let waiting = 0;
  effect(() => {
    const hash = `#at=${view.at.value + 1}&tab=${view.tab.value}`;
    // Browsers take such changes slowly, and only so many of them.
    clearTimeout(waiting);
    waiting = setTimeout(() => write(hash), CALM);
  });
}

function write(hash: string): void {
  try {
    history.replaceState(null, "", hash);
  } catch {
    // Some browsers do not let files change their address.
  }
}
