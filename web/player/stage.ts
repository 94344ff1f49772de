// Turns what happens into events, and the engine's effects into acts on the page.

import {
  FUNCTIONS,
  type ApiFunction,
  type Delivery,
  type Effect,
  type EventKind,
  type Launch,
  type NavigationRequest,
  type Session,
} from "../../crates/scorm-wasm/js/engine.js";
import type { Place } from "./frame";
import type { Journal } from "./journal";

export interface Answer {
  value: string;
  error: number;
}

/** What came of a navigation request; null if the engine had nothing to say. */
export type Outcome = Extract<Effect, { effect: "navigated" | "navigation_refused" }> | null;

export interface State {
  activity: string | null;
  url: string | null;
  ended: boolean;
  lookedForOtherApi: boolean;
  /** Why the content could not be shown. */
  failure: string | null;
}

export class Player {
  lookedForOtherApi = false;
  /** Acts on the page happen one after the other, in the order of their effects. */
  private acts: Promise<void> = Promise.resolve();
  private unfinished = 0;
  private delivery: Delivery | null = null;
  private latest: Outcome = null;
  private ended = false;
  private failure: string | null = null;

  constructor(
    private readonly session: Session,
    private readonly journal: Journal,
    private readonly place: Place,
    private readonly contentBase: string,
  ) {}

  launch(launch: Launch): Promise<void> {
    this.happened({ kind: "launched", ...launch });
    return this.idle();
  }

  /** A call by the content. It is on the way of every SetValue, so it takes the short path. */
  call(name: ApiFunction, given: unknown[]): string {
    const args = texts(given);
    const at = Date.now();
    const random = draw();
    const began = performance.now();
    const value = this.session.call(FUNCTIONS.indexOf(name), args[0], args[1], at, random);
    const took_us = since(began);
    this.journal.append({ v: 1, at, random, took_us, event: { kind: "api_called", function: name, args } });
    if (this.session.hasEffects) this.carryOut(this.session.takeEffects());
    return value;
  }

  /** The same call by a tool. */
  async callByTool(name: ApiFunction, given: unknown[]): Promise<Answer> {
    const effects = this.happened({ kind: "api_called", function: name, args: texts(given), origin: "tool" });
    const answer = effects.find((effect) => effect.effect === "answered");
    await this.done();
    return { value: answer?.value ?? "", error: answer?.error ?? 101 };
  }

  navigate(request: NavigationRequest): Promise<Outcome> {
    return this.carriedOut({ kind: "navigation_requested", ...request });
  }

  /** Begins the sequencing session again, after it has ended. */
  relaunch(launch: Launch): Promise<Outcome> {
    return this.carriedOut({ kind: "launched", ...launch });
  }

  reset(): Promise<Outcome> {
    return this.carriedOut({ kind: "tracking_reset" });
  }

  async close(): Promise<void> {
    this.happened({ kind: "close_requested" });
    await this.done();
  }

  /** All acts that follow from what happened so far are done, and all of it is in the journal. */
  async done(): Promise<State> {
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

  // A request is often decided only after the content has been unloaded.
  private async carriedOut(event: EventKind): Promise<Outcome> {
    this.latest = null;
    this.happened(event);
    await this.done();
    return this.latest;
  }

  private async idle(): Promise<void> {
    let seen: Promise<void> | null = null;
    while (seen !== this.acts) {
      seen = this.acts;
      await seen;
    }
  }

  private happened(event: EventKind): Effect[] {
    const entry = { v: 1 as const, at: Date.now(), random: draw(), event };
    const began = performance.now();
    const effects = this.session.apply(JSON.stringify(entry));
    this.journal.append(event.kind === "api_called" ? { ...entry, took_us: since(began) } : entry);
    this.carryOut(effects);
    return effects;
  }

  private carryOut(effects: Effect[]): void {
    for (const effect of effects) {
      if (effect.effect === "unload_content") this.act(() => this.unload());
      else if (effect.effect === "deliver") this.act(() => this.deliver(effect));
      else if (effect.effect === "session_ended") this.ended = true;
      else if (effect.effect === "navigated" || effect.effect === "navigation_refused") this.latest = effect;
    }
  }

  private async unload(): Promise<void> {
    await this.place.clear();
    this.delivery = null;
    this.happened({ kind: "content_unloaded" });
  }

  private async deliver(delivery: Delivery): Promise<void> {
    this.delivery = delivery;
    this.ended = false;
    this.lookedForOtherApi = false;
    await this.place.show(this.contentBase + delivery.url);
    this.happened({ kind: "content_loaded" });
  }

  // The content may be inside an API call right now: acts begin after it has returned.
  private act(act: () => Promise<void>): void {
    const earlier = this.acts;
    this.unfinished += 1;
    this.acts = new Promise<void>((later) => setTimeout(later, 0))
      .then(() => earlier)
      .then(act)
      .catch((error: unknown) => {
        this.failure = String(error);
      })
      .finally(() => {
        this.unfinished -= 1;
      });
  }
}

/** Arguments as the engine takes them: at most two, well-formed text, null for a missing one. */
function texts(given: unknown[]): (string | null)[] {
  const args = given.slice(0, 2).map((arg) => (arg === undefined || arg === null ? null : wellFormed(String(arg))));
  while (args.length > 0 && args.at(-1) === null) args.pop();
  return args;
}

// Half a surrogate pair has no UTF-8 form; journal and engine must see the same text.
function wellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed();
}

/** Microseconds by the page's clock, whose steps are coarse. */
function since(began: number): number {
  return Math.round((performance.now() - began) * 1000);
}

/** A number from which selection and randomization of children are derived. */
function draw(): number {
  return Math.floor(Math.random() * 2 ** 53);
}
