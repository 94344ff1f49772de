// The player's end of the wire to the page's own world (page.ts is the other).

import { FUNCTIONS, FUNCTIONS_12 } from "../../crates/scorm-wasm/js/engine.js";
import type { Player } from "./stage";
import type { Boot } from "./messages";
import { readCall } from "./typed_wire";
import type { DownWord, Offer, OfferWord, Instruction, Report, TypedCall, UpWord } from "./wire";

const OFFER: OfferWord = "greenroom-wire";
const UP: UpWord = "up";
const DOWN: DownWord = "down";
const PLACED: Report = "p";
const LOOKED_FOR_OTHER_API: Report = "o";
const SHOW: Instruction = "s";
const CLEAR: Instruction = "c";
const LOOK: Instruction = "w";
const CLOSES: Report = "x";
const NAVIGATES: Report = "n";
const TYPED: TypedCall = "l";

/** Where the content plays. */
export interface Place {
  /** Resolves when the content's document and its frames have loaded. */
  show(url: string): Promise<void>;
  /** Resolves when the content is gone and its unload handlers have run. */
  clear(): Promise<void>;
  /** Whether the content has closed it. Frames cannot be closed, and are not asked. */
  isClosed: (() => Promise<boolean>) | null;
}

export interface Wire {
  place: Place;
  /** Answers the content's calls from now on. */
  listen(player: Player): void;
}

/** Connects the two worlds. There must be no content yet: whoever sees the offer has the wire. */
export function offerWire({ api, no_api, popup, lms, frame }: Boot): Wire {
  const functions = (lms ? lms.version === "1.2" : api === "API") ? FUNCTIONS_12 : FUNCTIONS;
  const ofOther = functions === FUNCTIONS ? FUNCTIONS_12 : FUNCTIONS;
  const other = lms?.other === undefined ? null : { name: lms.other, functions: ofOther };
  const [noApi, lmsNames] = [no_api === true, lms?.names ?? null];
  const offer: Offer = { api, noApi, popup, functions, lmsNames, other, frame: frame ?? null };
  const node = document.createTextNode(JSON.stringify(offer));
  let placed: (failure: string) => void = () => {};
  let player: Player | null = null;
  node.addEventListener(UP, () => {
    const text = node.data;
    const what = text.charAt(0);
    if (what === PLACED) placed(text.slice(1));
    else if (what === LOOKED_FOR_OTHER_API) {
      if (player) player.lookedForOtherApi = true;
    } else if (what === CLOSES) player?.leave({ how: "closes_window" });
    else if (what === NAVIGATES) player?.leave({ how: "navigates_top", url: text.slice(1) });
    else if (player) node.data = what === TYPED ? player.callTyped(readCall(text)) : called(player, text);
  });
  document.dispatchEvent(new MouseEvent(OFFER, { relatedTarget: node }));
  const order = (text: string): Promise<void> =>
    new Promise((done, failed) => {
      placed = (failure) => (failure === "" ? done() : failed(new Error(failure)));
      node.data = text;
      node.dispatchEvent(new Event(DOWN));
    });
  const look = (): Promise<boolean> =>
    order(LOOK).then(
      () => false,
      () => true,
    );
  return {
    place: { show: (url) => order(SHOW + url), clear: () => order(CLEAR), isClosed: popup ? look : null },
    listen: (given) => {
      player = given;
    },
  };
}

/** Reads a call as `written` in page.ts wrote it, and answers it. */
function called(player: Player, text: string): string {
  const number = text.charCodeAt(0) - 0x30;
  const there = text.charCodeAt(1) - 0x30;
  const comma = text.indexOf(",", 2);
  const colon = text.indexOf(":", comma);
  const middle = colon + 1 + Number(text.slice(2, comma));
  const end = middle + Number(text.slice(comma + 1, colon));
  const first = there & 1 ? text.slice(colon + 1, middle) : null;
  const second = there & 2 ? text.slice(middle, end) : null;
  return player.call(number, first, second, text.slice(end));
}
