// Turns what happens into events, and the engine's effects into acts on the page.

import {
  FUNCTIONS,
  FUNCTIONS_12,
  type Delivery,
  type Effect,
  type Event,
  type EventKind,
  type Session,
  type Told,
} from "../../crates/scorm-wasm/js/engine.js";
import { argumentsOf, bounded, isLong } from "./arguments";
import type { Journal } from "./journal";
import type { Lms } from "./lms";
import type { Place } from "./place";
import type { Departure } from "./messages";
import { type TypedCall, writeAnswer } from "./typed_wire";

export interface Answer {
  value: string;
  error: number;
}

/** What came of a navigation request; null if the engine had nothing to say. */
export type Outcome = Extract<Effect, { effect: "navigated" | "navigation_refused" }> | null;

/** What came of an event of the server, as this page sees it. */
export interface Acted {
  answer: Answer | null;
  outcome: Outcome;
  /** What the LMS's code said to an API call. */
  lms: Told | null;
}

export interface State {
  activity: string | null;
  url: string | null;
  ended: boolean;
  lookedForOtherApi: boolean;
  /** Why the content could not be shown. */
  failure: string | null;
}

/** What is kept of the address that content left for. */
const LONGEST_ADDRESS = 500;
const COMMIT = FUNCTIONS.indexOf("Commit");
const TERMINATE = FUNCTIONS.indexOf("Terminate");
/** From here on functions only explain the last error. */
const GET_LAST_ERROR = FUNCTIONS.indexOf("GetLastError");

// Content can clear the timers of this window, but not its scheduled tasks.
declare const scheduler: { postTask(task: () => void): Promise<void> };

export class Player {
  lookedForOtherApi = false;
  /** Acts on the page happen one after the other, in the order of their effects. */
  private acts: Promise<void> = Promise.resolve();
  private delivery: Delivery | null = null;
  private latest: Outcome = null;
  private ended = false;
  /** The content has left its window, and is being taken away. */
  private leaving = false;
  private failure: string | null = null;
  /** The last call was answered with a failure that the engine knows nothing of. */
  private notKept = false;

  constructor(
    private readonly session: Session,
    private readonly journal: Journal,
    private readonly place: Place,
    private readonly contentBase: string,
    private readonly scorm12: boolean,
    private readonly lms: Lms | null,
  ) {}

  /** A call by the content that the LMS's code answers; the engine takes it in all the same. */
  callTyped({ number, phase, args, texts }: TypedCall): string {
    const name = this.nameOf(number);
    if (!this.lms || name === undefined) return "u";
    const told = this.lms.call(name, args, phase);
    this.call(number, texts[0] ?? null, texts[1] ?? null, told);
    return writeAnswer(told);
  }

  /** A call by the content. It is on the way of every SetValue, so it takes the short path. */
  call(number: number, first: string | null, second: string | null, lms?: Told): string {
    if (number === GET_LAST_ERROR && this.notKept) return this.scorm12 ? "101" : "391";
    const support = number >= GET_LAST_ERROR;
    if (!support) this.notKept = false;
    if (this.journal.isFull && !support) return this.refused(number);
    const args = argumentsOf(first, second);
    if (isLong(args)) return this.callWithLong(number, args, lms);
    const at = Date.now();
    const random = draw();
    const began = performance.now();
    const value = this.session.call(number, args[0], args[1], at, random);
    const took_us = since(began);
    const name = FUNCTIONS[number];
    if (!name) return "";
    this.journal.append({ v: 1, at, random, took_us, event: { kind: "api_called", function: name, args } }, lms);
    if (this.session.hasEffects) this.carryOut(this.session.takeEffects());
    // Success means that it is kept, or will be as soon as the disk has taken it in.
    if ((number === COMMIT || number === TERMINATE) && this.journal.isBehind) return this.refused(number);
    return value;
  }

  /** Carries out an event that the server made, and says in the journal when. */
  async act(ticket: number, event: string): Promise<Acted> {
    this.latest = null;
    const lms = this.lms ? this.toldTo(JSON.parse(event) as Event) : undefined;
    const began = performance.now();
    const effects = this.session.apply(event);
    this.journal.appendTicket(ticket, since(began), lms);
    this.carryOut(effects);
    const answered = effects.find((effect) => effect.effect === "answered");
    // A request is often decided only after the content has been unloaded.
    await this.done();
    const answer = answered ? { value: answered.value, error: answered.error } : null;
    return { answer, outcome: this.latest, lms: lms ?? null };
  }

  /** Requests of the LMS's code have ended; how many the browser took. */
  lmsSettled(): Promise<number> {
    return this.lms ? this.lms.settled() : Promise.resolve(0);
  }

  /** What the LMS's code says to a call by a tool in the content's place. */
  private toldTo({ event }: Event): Told | undefined {
    if (event.kind !== "api_called") return undefined;
    const name = this.nameOf(FUNCTIONS.indexOf(event.function));
    const args = event.args.map((text) =>
      text === null ? { type: "undefined" as const } : { type: "text" as const, value: text },
    );
    return name === undefined ? undefined : this.lms?.call(name, args, "normal");
  }

  private nameOf(number: number): string | undefined {
    return (this.lms?.is12 ? FUNCTIONS_12 : FUNCTIONS)[number];
  }

  /** The content closed its window or took it elsewhere: the course is closed, as by the learner. */
  leave({ how, url }: Departure): void {
    if (!this.delivery || this.leaving) return;
    this.leaving = true;
    const event = { v: 1 as const, at: Date.now(), random: draw(), event: { kind: "close_requested" as const } };
    const effects = this.session.apply(JSON.stringify(event));
    this.journal.appendDeparture(event, { how, ...(url !== undefined && { url: url.slice(0, LONGEST_ADDRESS) }) });
    this.carryOut(effects);
  }

  /** All acts that follow from what happened so far are done, and all of it is in the journal. */
  async done(): Promise<State> {
    const { isClosed } = this.place;
    if (isClosed) {
      this.perform(async () => {
        if (this.delivery && (await isClosed())) this.leave({ how: "closes_window" });
      });
    }
    await this.idle();
    await this.journal.flush();
    return this.state();
  }

  state(): State {
    return {
      activity: this.delivery?.activity ?? null,
      url: this.delivery?.url ?? null,
      ended: this.ended,
      lookedForOtherApi: this.lookedForOtherApi,
      failure: this.failure,
    };
  }

  /** What is too long is refused unseen, and the journal says how long it was. */
  private callWithLong(number: number, given: (string | null)[], lms?: Told): string {
    const { args, cut } = bounded(given);
    const name = FUNCTIONS[number];
    if (!name) return "";
    const effects = this.happened({ kind: "api_called", function: name, args }, cut, lms);
    const answered = effects.find((effect) => effect.effect === "answered");
    return answered?.value ?? "";
  }

  private refused(number: number): string {
    this.notKept = true;
    return FUNCTIONS[number] === "GetValue" ? "" : "false";
  }

  private async idle(): Promise<void> {
    let seen: Promise<void> | null = null;
    while (seen !== this.acts) {
      seen = this.acts;
      await seen;
    }
  }

  private happened(event: EventKind, cut: number[] = [], lms?: Told): Effect[] {
    const made = { v: 1 as const, at: Date.now(), random: draw(), event };
    const entry = cut.length > 0 ? { ...made, cut } : made;
    const effects = this.session.apply(JSON.stringify(entry));
    this.journal.append(entry, lms);
    this.carryOut(effects);
    return effects;
  }

  private carryOut(effects: Effect[]): void {
    for (const effect of effects) {
      if (effect.effect === "unload_content") this.perform(() => this.unload());
      else if (effect.effect === "deliver") this.perform(() => this.deliver(effect));
      else if (effect.effect === "session_ended") this.ended = true;
      else if (effect.effect === "navigated" || effect.effect === "navigation_refused") this.latest = effect;
    }
  }

  private async unload(): Promise<void> {
    this.lms?.leaving();
    await this.place.clear();
    await this.lms?.left();
    this.delivery = null;
    this.happened({ kind: "content_unloaded" });
  }

  private async deliver(delivery: Delivery): Promise<void> {
    this.delivery = delivery;
    this.ended = false;
    this.leaving = false;
    this.lookedForOtherApi = false;
    await this.lms?.deliver(delivery.activity);
    await this.place.show(this.contentBase + delivery.url);
    this.happened({ kind: "content_loaded" });
  }

  // The content may be inside an API call right now: acts begin after it has returned.
  private perform(act: () => Promise<void>): void {
    const earlier = this.acts;
    this.acts = scheduler
      .postTask(() => {})
      .then(() => earlier)
      .then(act)
      .catch((error: unknown) => {
        this.failure = String(error);
      });
  }
}

/** Microseconds by the page's clock, whose steps are coarse. */
function since(began: number): number {
  return Math.round((performance.now() - began) * 1000);
}

/** A number from which selection and randomization of children are derived. */
function draw(): number {
  return Math.floor(Math.random() * 2 ** 53);
}
