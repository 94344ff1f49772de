// Two moments side by side: which values and which activities differ.

import type { Activity, ActivityData, Moment } from "./source";

export interface Difference {
  /** Identifier of the activity. */
  activity: string;
  /** Element of the data model, or a word of the activity's tracking. */
  what: string;
  before: string | null;
  after: string | null;
}

/** Elements that say nothing about what happened. */
const QUIET = /\._children$|^adl\.nav\.request_valid\./;

export function compare(a: Moment, b: Moment): Difference[] {
  return [...tracking(a, b), ...values(a.data, b.data)];
}

function values(a: ActivityData[], b: ActivityData[]): Difference[] {
  const found: Difference[] = [];
  const activities = new Set([...a, ...b].map((one) => one.activity));
  for (const activity of activities) {
    const [before, after] = [valuesOf(a, activity), valuesOf(b, activity)];
    for (const what of new Set([...before.keys(), ...after.keys()])) {
      const [was, is] = [before.get(what) ?? null, after.get(what) ?? null];
      if (was !== is && !QUIET.test(what)) found.push({ activity, what, before: was, after: is });
    }
  }
  return found;
}

function valuesOf(models: ActivityData[], activity: string): Map<string, string | null> {
  const elements = models.find((one) => one.activity === activity)?.elements ?? [];
  return new Map(elements.map(({ element, value }) => [element, value]));
}

const TRACKED: [what: string, of: (activity: Activity) => unknown][] = [
  ["completed", (it) => it.status.completed],
  ["satisfied", (it) => it.status.satisfied],
  ["measure", (it) => it.status.measure],
  ["progress", (it) => it.status.progress],
  ["attempts", (it) => it.attempt_count],
  ["suspended", (it) => it.suspended],
  ["locked", (it) => it.refusal !== null],
];

function tracking(a: Moment, b: Moment): Difference[] {
  const before = new Map(a.overview.activities.map((one) => [one.identifier, one]));
  return b.overview.activities.flatMap((after) => {
    const was = before.get(after.identifier);
    return TRACKED.flatMap(([what, of]) => {
      const [old, now] = [was ? text(of(was)) : null, text(of(after))];
      return old === now ? [] : [{ activity: after.identifier, what: `tracking.${what}`, before: old, after: now }];
    });
  });
}

function text(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}
