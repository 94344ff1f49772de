// Why an activity is locked, as facts: which rule holds, what it looks at, who sets that, how far that one is.
//
// The engine names the rule; what the rule's objectives are called elsewhere in the course, and which activity
// writes them, stands in the manifest.

import { refusal } from "./outline";
import type { Activity, Source } from "./source";

export interface Lock {
  code: string;
  meaning: string;
  /** The rule as the engine tells it. */
  rule: string;
  kind: "rule" | "attempts" | "prerequisites" | "other";
  /** Every one must hold for the lock, or any of them. */
  needs: "all" | "any";
  conditions: Condition[];
  /** Attempts that may be made, or the prerequisites as written. */
  limit: string;
}

export interface Condition {
  /** Like `not satisfied`. */
  word: string;
  /** Of a score, from -1 to 1. */
  threshold: number | null;
  /** Identifier of the activity that the condition looks at, if it is known. */
  of: string | null;
  /** The score that this activity needs to be passed. */
  needed: number | null;
}

const RULE = /^preConditionRule \d+ of (.*?): \w+ if (?:(all|any) of: )?(.*)$/s;
const CONDITION = /^((?:not )?\w+)(?: (-?[\d.]+))?(?:\((.*)\))?$/s;
/** What another condition on the same thing says better. */
const LESS: Record<string, string> = {
  "not objectiveStatusKnown": "not satisfied",
  "not objectiveMeasureKnown": "not objectiveMeasureGreaterThan",
  "not activityProgressKnown": "not completed",
};

export function lockOf(activity: Activity, source: Source): Lock {
  const { code, meaning, rule } = refusal(activity.refusal ?? "");
  const lock: Lock = { code, meaning, rule, kind: "other", needs: "all", conditions: [], limit: "" };
  const ruled = RULE.exec(rule);
  if (ruled) {
    const [, owner = "", needs, text = ""] = ruled;
    const objectives = objectivesOf(manifestOf(source), owner);
    const all = text.split(/, (?=(?:not )?[a-z])/).map((one) => condition(one, owner, objectives));
    const said = (one: Condition) =>
      all.some((other) => other !== one && other.of === one.of && other.word === LESS[one.word]);
    return {
      ...lock,
      kind: "rule",
      needs: needs === "any" ? "any" : "all",
      conditions: all.filter((one) => !said(one)),
    };
  }
  const attempts = /^attemptLimit of .*: (\d+)$/s.exec(rule);
  if (attempts) return { ...lock, kind: "attempts", limit: attempts[1] ?? "" };
  const required = /^prerequisites of (.*)$/s.exec(rule);
  if (required) return { ...lock, kind: "prerequisites", limit: prerequisites(manifestOf(source), required[1] ?? "") };
  return lock;
}

interface Objective {
  id: string;
  of: string | null;
  needed: number | null;
}

function condition(text: string, owner: string, objectives: readonly Objective[]): Condition {
  const [, word = text, threshold, id] = CONDITION.exec(text) ?? [];
  const objective = objectives.find((one) => one.id === id);
  return {
    word,
    threshold: threshold === undefined ? null : Number(threshold),
    of: id === undefined ? owner : (objective?.of ?? null),
    needed: objective?.needed ?? null,
  };
}

let read: { text: string; document: Document } | null = null;

function manifestOf(source: Source): Document | null {
  const line = source.moments > 0 ? source.lineAt(0) : null;
  if (!line || !("opening" in line)) return null;
  const text = line.opening.manifest;
  // One course is looked at, again and again.
  if (read?.text !== text) read = { text, document: new DOMParser().parseFromString(text, "application/xml") };
  return read.document;
}

const all = (within: Document | Element, name: string): Element[] => [...within.getElementsByTagNameNS("*", name)];

function itemOf(manifest: Document | null, identifier: string): Element | null {
  if (!manifest) return null;
  return all(manifest, "item").find((one) => one.getAttribute("identifier") === identifier) ?? null;
}

/** The sequencing of an item itself, with what it takes over from a collection. */
function sequencingOf(item: Element): Element[] {
  const own = [...item.children].find((one) => one.localName === "sequencing");
  if (!own) return [];
  const shared = own.getAttribute("IDRef");
  const collected = all(item.ownerDocument, "sequencing").filter((one) => shared && one.getAttribute("ID") === shared);
  return [own, ...collected];
}

/** The objectives of an activity by their local names, each with the activity that sets it. */
function objectivesOf(manifest: Document | null, identifier: string): Objective[] {
  const item = itemOf(manifest, identifier);
  if (!manifest || !item) return [];
  const own = sequencingOf(item).flatMap((one) => [...all(one, "objective"), ...all(one, "primaryObjective")]);
  return own.map((objective) => {
    const maps = all(objective, "mapInfo").filter((one) => one.getAttribute("readSatisfiedStatus") !== "false");
    const global = maps[0]?.getAttribute("targetObjectiveID") ?? null;
    const writer = global === null ? null : writerOf(manifest, global);
    return {
      id: objective.getAttribute("objectiveID") ?? "",
      of: global === null ? identifier : (writer?.item.getAttribute("identifier") ?? null),
      needed: neededBy(writer?.objective ?? objective),
    };
  });
}

/** The item whose objective a global one is written from, if it is a single one. */
function writerOf(manifest: Document, global: string): { item: Element; objective: Element } | null {
  const writers = all(manifest, "item").flatMap((item) => {
    const objectives = sequencingOf(item).flatMap((one) => [...all(one, "primaryObjective"), ...all(one, "objective")]);
    const writes = (map: Element) =>
      map.getAttribute("targetObjectiveID") === global &&
      ["writeSatisfiedStatus", "writeNormalizedMeasure"].some((name) => map.getAttribute(name) === "true");
    const objective = objectives.find((one) => all(one, "mapInfo").some(writes));
    return objective ? [{ item, objective }] : [];
  });
  return writers.length === 1 ? (writers[0] ?? null) : null;
}

function neededBy(objective: Element): number | null {
  if (objective.getAttribute("satisfiedByMeasure") !== "true") return null;
  const text = all(objective, "minNormalizedMeasure")[0]?.textContent?.trim();
  return text ? Number(text) : 1;
}

function prerequisites(manifest: Document | null, identifier: string): string {
  const item = itemOf(manifest, identifier);
  const written = item && [...item.children].find((one) => one.localName === "prerequisites");
  return written?.textContent?.trim() ?? "";
}
