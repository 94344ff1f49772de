// How this page becomes the human's: a one-time code in the fragment is exchanged for a token of this page. Token and resume secret
// live in sessionStorage, so that they end with the tab; cookies would be shared with every other port of this machine.

import type { Paired, Pairing } from "./wire";

const TOKEN = "greenroom.token";
const RESUME = "greenroom.resume";

export function humanToken(): string | null {
  return sessionStorage.getItem(TOKEN);
}

/** Uses the code of the address, if there is one, and removes it from the address bar and the browser's history. */
export async function pairFromAddress(): Promise<void> {
  const given = new URLSearchParams(location.hash.slice(1));
  const code = given.get("k");
  if (code === null) return;
  const to = given.get("to");
  history.replaceState(null, "", to === null ? location.pathname : `${location.pathname}#/${to}`);
  // `replaceState` fires no event, and the view of the address follows this one.
  dispatchEvent(new Event("hashchange"));
  codeRefused = (await exchange({ code })) === "refused";
}

let codeRefused = false;

/** Whether the address that opened this page was not (or no longer) good. */
export function wasCodeRefused(): boolean {
  return codeRefused;
}

/** Fetches a new token after a restart of the server. */
export async function resume(): Promise<"paired" | "refused" | "unreachable"> {
  const secret = sessionStorage.getItem(RESUME);
  return secret === null ? "refused" : exchange({ resume: secret });
}

async function exchange(pairing: Pairing): Promise<"paired" | "refused" | "unreachable"> {
  try {
    const reply = await fetch("/human/pair", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(pairing),
    });
    if (!reply.ok) return reply.status >= 500 ? "unreachable" : "refused";
    const paired = (await reply.json()) as Paired;
    sessionStorage.setItem(TOKEN, paired.token);
    sessionStorage.setItem(RESUME, paired.resume);
    return "paired";
  } catch {
    return "unreachable";
  }
}
