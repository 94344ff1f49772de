// The player: engine and journal put together, in a world of scripts that no page can enter.
//
// The server runs this file in the player page, in a world of its own, before there is content.
// It shares the page's documents, but no object and no built-in with the page's own scripts.

import { load } from "../../crates/scorm-wasm/js/engine.js";
import { framesOf } from "./call_frames";
import { Journal } from "./journal";
import { Lms } from "./lms";
import { offerWire } from "./place";
import { Player } from "./stage";
import type { Boot, PlayerStart } from "./messages";
import type { Observe } from "./person";

/** What the server passes in. In the browser of a person it is a global that lives for a moment; see person.ts. */
declare const greenroomBeginning: PlayerStart & { observe?: Observe };

/** Where the files of the course lie. */
const CONTENT = "/content/";

declare global {
  // For the tools, which call it in this world.
  var greenroomPlayer: Promise<Player>;
}

async function begin(): Promise<Player> {
  const { key, lms_key, launch, observe } = greenroomBeginning;
  const [boot, engine] = await Promise.all([
    fetch("boot.json").then((answer) => answer.json() as Promise<Boot>),
    fetch("engine.wasm").then(load),
  ]);
  const lms = boot.lms ? await Lms.load(boot.lms, boot.frame, lms_key) : null;
  const journal = new Journal(location.host, key, lms !== null);
  const wire = offerWire(boot);
  const player = new Player(engine.open(boot.opening), journal, wire.place, CONTENT, boot.api === "API", lms);
  wire.listen(player);
  journal.obeyWith(({ ticket, event }) => void player.act(ticket, event));
  observe?.(
    (act) => journal.appendAct(act),
    (stack) => framesOf(stack, location.origin + CONTENT)[0],
  );
  await player.act(launch.ticket, launch.event);
  return player;
}

globalThis.greenroomPlayer = begin();
