// Begins the session in the browser of a person, where no tool can start the player.
//
// The address holds a ticket that is good once. It is taken away before there is content, which
// shares this window's origin.

import type { PersonAct, PlayerStart } from "./messages";
import type { PlaceOf } from "./recording/console";
import { record } from "./recording/recorder";

/** Hands over what the person does from now on, and what the course says. */
export type Observe = (tell: (act: PersonAct) => void, placeOf: PlaceOf) => void;

declare global {
  var greenroomBeginning: (PlayerStart & { observe?: Observe }) | undefined;
}

async function begin(): Promise<void> {
  const ticket = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  const answer = await fetch("begin", { method: "POST", body: ticket });
  if (!answer.ok) return explain();
  globalThis.greenroomBeginning = { ...((await answer.json()) as PlayerStart), observe: record };
  const player = document.createElement("script");
  player.type = "module";
  player.src = "player.js";
  // The player has read its beginning by then, and its first content waits for the engine.
  player.onload = () => {
    globalThis.greenroomBeginning = undefined;
    Reflect.deleteProperty(globalThis, "greenroomPlayer");
    player.remove();
  };
  document.body.append(player);
}

/** This page was loaded again, by the course or by hand. */
function explain(): void {
  const words = document.createElement("p");
  words.style.cssText = "font: 16px system-ui; margin: 2rem; position: absolute; inset: 0";
  words.textContent = "This page was loaded again, so it no longer plays the course. Choose “Play” in the workbench.";
  document.body.append(words);
}

void begin();
