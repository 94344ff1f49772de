// What the content can reach of the stage: the API object, and the place that it plays in.
//
// The content shares this window's origin, so it may take everything here apart. What must hold
// all the same (engine, journal, the tools' calls) is in player.ts, in a world of scripts that no
// page can enter; the two talk over a text node that is in no document. The built-ins are taken
// before there is any content: a course that patches them still has an API that works.

import { caller } from "./caller";
import { watchDepartures } from "./departure";
import { Frame, Popup, type Place } from "./frame";
import { awaitPresentation } from "./ispring";
import { typedFunctions } from "./typed";
import type { DownWord, Offer, OfferWord, Instruction, Report, UpWord } from "./wire";

const OFFER: OfferWord = "greenroom-wire";
const UP: UpWord = "up";
const DOWN: DownWord = "down";
const PLACED: Report = "p";
const LOOKED_FOR_OTHER_API: Report = "o";
const SHOW: Instruction = "s";
const CLEAR: Instruction = "c";
const LOOK: Instruction = "w";

const { apply } = Reflect;
const { dispatchEvent, addEventListener } = EventTarget.prototype;
const data = Object.getOwnPropertyDescriptor(CharacterData.prototype, "data") as Required<PropertyDescriptor>;
const slice = String.prototype.slice;
const TextOf = String;
const Message = Event;

const once: AddEventListenerOptions = { once: true };
document.addEventListener(OFFER, (offer) => connect((offer as MouseEvent).relatedTarget as unknown as Text), once);

function connect(node: Text): void {
  const ask = (text: string): string => {
    apply(data.set, node, [text]);
    apply(dispatchEvent, node, [new Message(UP)]);
    return apply(data.get, node, []);
  };
  const offer = JSON.parse(node.data) as Offer;
  const frame = document.getElementById("content") as HTMLIFrameElement;
  const place = offer.popup ? new Popup() : new Frame(frame, offer.frame);
  apply(addEventListener, node, [DOWN, () => carryOut(place, apply(data.get, node, []), ask)]);
  if (offer.lmsNames) exposeLmsApi(ask, offer, offer.lmsNames);
  else exposeApi(ask, offer);
  watchDepartures(ask);
  awaitPresentation();
}

function carryOut(place: Place, order: string, ask: (text: string) => string): void {
  const done = (failure: string) => void ask(PLACED + failure);
  try {
    if (order[0] === SHOW) place.show(apply(slice, order, [1]), done);
    else if (order[0] === CLEAR) place.clear(done);
    else if (order[0] === LOOK) done(place.isClosed() ? "closed" : "");
  } catch (error) {
    done(TextOf(error));
  }
}

/** Puts the object of the course's version on this window, where its frames and popups look. */
function exposeApi(ask: (text: string) => string, { api: where, noApi, functions }: Offer): void {
  if (noApi) return;
  const api: Record<string, unknown> = where === "API" ? {} : { version: "1.0" };
  functions.forEach((name, number) => {
    const call = (first?: unknown, second?: unknown) => ask(written(number, first, second, caller()));
    api[name] = call;
  });
  Object.defineProperty(window, where, { value: Object.freeze(api), enumerable: true });
  // The other version's object is not there, but that the content looked for it is worth knowing.
  Object.defineProperty(window, where === "API" ? "API_1484_11" : "API", {
    get: () => {
      ask(LOOKED_FOR_OTHER_API);
      return undefined;
    },
  });
}

/** The same as an LMS has it: its own names, and answers of any type. */
function exposeLmsApi(ask: (text: string) => string, offer: Offer, names: readonly string[]): void {
  const { other } = offer;
  const api = typedFunctions(ask, offer.functions);
  if (offer.api !== "API") api.version = "1.0";
  for (const name of names) Object.defineProperty(window, name, { value: api, enumerable: true });
  // The same code of the LMS answers under the other version's names.
  if (other) {
    const value = typedFunctions(ask, other.functions);
    if (other.name !== "API") value.version = "1.0";
    Object.defineProperty(window, other.name, { value, enumerable: true });
  }
  for (const absent of ["API", "API_1484_11"].filter((name) => !names.includes(name) && name !== other?.name)) {
    const get = () => {
      ask(LOOKED_FOR_OTHER_API);
      return undefined;
    };
    Object.defineProperty(window, absent, { get });
  }
}

/** A call on the wire: number, which arguments there are, their lengths, both of them, who called. */
function written(number: number, given: unknown, other: unknown, stack: string): string {
  const first = given === undefined || given === null ? null : typeof given === "string" ? given : TextOf(given);
  const second = other === undefined || other === null ? null : typeof other === "string" ? other : TextOf(other);
  const there = (first === null ? 0 : 1) + (second === null ? 0 : 2);
  const lengths = `${first === null ? 0 : first.length},${second === null ? 0 : second.length}`;
  return `${number}${there}${lengths}:${first ?? ""}${second ?? ""}${stack}`;
}
