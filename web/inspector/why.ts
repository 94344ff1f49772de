// Why sequencing decided as it did: the steps of one request, gathered into a few sentences.

import type { Effect } from "../../crates/scorm-wasm/js/engine.js";
import type { Entry } from "./source";

export interface Step {
  process: string;
  step: string;
  activity: string | null;
  outcome: string;
}

/** Stages of a decision, in the order in which they come. */
export type Stage = "asked" | "ended" | "counted" | "looked" | "checked" | "so";

export interface Chapter {
  stage: Stage;
  /** Key of the sentence, with its values. */
  sentence: string;
  values: Record<string, string>;
  steps: Step[];
}

export interface Decision {
  moment: number;
  request: string;
  by: string;
  outcome: "delivered" | "no_content" | "ended" | "suspended" | "refused";
  /** The activity that was delivered. */
  activity: string | null;
  exception: string | null;
  /** The exception in the engine's words. */
  message: string | null;
  chapters: Chapter[];
}

/** Whether a row is an answer to a request. */
export function decides(entry: Entry): boolean {
  return entry.kind === "decision" && entry.what.startsWith("decided.");
}

/** Tells the decisions among the effects of one entry of the journal. */
export function decisions(effects: Effect[], moment: number): Decision[] {
  const found: Decision[] = [];
  let steps: Step[] = [];
  for (const effect of effects) {
    if (effect.effect === "traced") steps = steps.concat(effect.steps);
    if (effect.effect === "navigation_refused") {
      const { request, by, exception, message } = effect;
      const decision: Decision = {
        moment,
        request,
        by,
        outcome: "refused",
        activity: null,
        exception,
        message,
        chapters: [],
      };
      found.push({ ...decision, chapters: chapters(steps, decision) });
      steps = [];
    }
    if (effect.effect === "navigated") {
      const { request, by, outcome } = effect;
      const decision: Decision = {
        moment,
        request,
        by,
        outcome: outcome.outcome,
        activity: outcome.outcome === "delivered" ? outcome.activity : null,
        exception: outcome.outcome === "no_content" ? outcome.exception : null,
        message: null,
        chapters: [],
      };
      found.push({ ...decision, chapters: chapters(steps, decision) });
      steps = [];
    }
  }
  return found;
}

function stageOf(process: string): Stage {
  if (/^(OP|NB)/.test(process)) return "asked";
  if (/^(TB|UP\.[34]|TM|DB\.2\.1)/.test(process)) return "ended";
  if (/^RB/.test(process)) return "counted";
  if (/^(UP\.[125]|SB\.2\.2$|SB\.2\.4$)/.test(process)) return "checked";
  if (/^(SB|SR)/.test(process)) return "looked";
  return "so";
}

/** Steps that stand together and mean the same stage are one chapter. */
function chapters(steps: Step[], decision: Decision): Chapter[] {
  const stages: Stage[] = ["asked", "ended", "counted", "looked", "checked", "so"];
  const by = new Map<Stage, Step[]>(stages.map((stage) => [stage, []]));
  let searching = false;
  for (const step of steps) {
    searching ||= /^(SB|SR|DB|UP\.[15])/.test(step.process);
    // Rules that are looked at before the search are those of the end of an activity.
    const ends = !searching && step.process.startsWith("UP.2");
    by.get(ends ? "ended" : stageOf(step.process))?.push(step);
  }
  return stages.flatMap((stage) => {
    const own = by.get(stage) ?? [];
    if (own.length === 0 && stage !== "so" && stage !== "asked") return [];
    const { sentence, values } = tell(stage, own, decision);
    return [{ stage, sentence, values, steps: own }];
  });
}

function tell(stage: Stage, steps: Step[], decision: Decision): Pick<Chapter, "sentence" | "values"> {
  const last = <T>(of: (step: Step) => T | null | undefined | false): T | "" => {
    for (const step of [...steps].reverse()) {
      const value = of(step);
      if (value) return value;
    }
    return "";
  };
  switch (stage) {
    case "asked":
      return { sentence: `why.asked.${decision.by}`, values: { request: decision.request } };
    case "ended": {
      const activity =
        last((step) => (/^(TB|UP\.4)/.test(step.process) ? step.activity : null)) || last((step) => step.activity);
      const post = last((step) => /^TB\.2\.[12]$/.test(step.process) && step.outcome);
      const tried = decision.outcome === "refused" ? ".tried" : "";
      return post
        ? { sentence: "why.ended.rule", values: { activity, rule: post } }
        : { sentence: activity ? `why.ended${tried}` : "why.ended.nobody", values: { activity } };
    }
    case "counted": {
      const parent =
        last((step) => step.process.startsWith("RB.1.3") && step.activity) || last((step) => step.activity);
      const outcome = (process: string) =>
        last((step) => step.process.startsWith(process) && step.outcome) || "unknown";
      return {
        sentence: "why.counted",
        values: { activity: parent, completed: outcome("RB.1.3"), satisfied: outcome("RB.1.2") },
      };
    }
    case "looked": {
      const exception = last((step) => step.outcome.startsWith("exception ") && step.outcome.slice(10));
      const found = last(
        (step) => !/^(exception|nothing|true|false|begins|end session)/.test(step.outcome) && step.outcome,
      );
      if (exception) return { sentence: "why.looked.exception", values: { exception } };
      return found
        ? { sentence: "why.looked", values: { activity: found } }
        : { sentence: "why.looked.nothing", values: {} };
    }
    case "checked":
      return checked(steps, decision);
    case "so":
      return {
        sentence: `why.so.${decision.outcome}`,
        values: {
          activity: decision.activity ?? "",
          exception: decision.exception ?? "",
          message: decision.message ?? "",
        },
      };
  }
}

/** Which rule, limit or flag decided whether an activity may be opened. */
function checked(steps: Step[], decision: Decision): Pick<Chapter, "sentence" | "values"> {
  const fired = steps.filter((step) => step.process === "UP.2" && step.outcome === "true").at(-1);
  if (fired) {
    const activity = fired.activity ?? "";
    const held = steps
      .slice(0, steps.indexOf(fired))
      .filter((step) => step.process === "UP.2.1" && step.outcome === "true");
    const conditions = held
      .filter((step) => step.activity === fired.activity && step.step !== "")
      .map((step) => step.step);
    return {
      sentence: `why.rule.${fired.step}`,
      values: { activity, conditions: [...new Set(conditions)].join(", ") },
    };
  }
  const limited = steps.find((step) => step.process === "UP.1" && step.outcome === "true");
  if (limited) return { sentence: "why.limit", values: { activity: limited.activity ?? "" } };
  const activity = [...steps].reverse().find((step) => step.activity !== null)?.activity ?? "";
  const opened = decision.outcome === "delivered";
  return { sentence: opened ? "why.checked" : "why.checked.no", values: { activity } };
}
