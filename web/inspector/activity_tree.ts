// The activity tree as boxes in boxes: who is below whom, and what was rolled up from there.

import { standing, type Standing } from "./outline";
import type { Activity, ActivityData, Status } from "./source";

export interface Node {
  activity: Activity;
  children: Node[];
}

/** The roots; what names a parent that is not there is a root too. */
export function nodes(activities: readonly Activity[]): Node[] {
  const all = new Map(activities.map((activity) => [activity.identifier, { activity, children: [] as Node[] }]));
  const roots: Node[] = [];
  for (const node of all.values()) {
    const { parent, identifier } = node.activity;
    const above = parent === null || parent === identifier ? undefined : all.get(parent);
    if (above) above.children.push(node);
    else roots.push(node);
  }
  return roots;
}

/** How many of the children stand how, in the order in which they do; what was rolled up. */
export function below(node: Node, current: string | null): [Standing, number][] {
  const counts = new Map<Standing, number>();
  for (const { activity } of node.children) {
    const stands = standing(activity, current);
    counts.set(stands, (counts.get(stands) ?? 0) + 1);
  }
  return [...counts];
}

/** The node that an arrow key leads to, from one in the order of the document. */
export function step(roots: readonly Node[], from: string, key: string): string | null {
  const order: { id: string; parent: string | null; first: string | null }[] = [];
  const walk = (list: readonly Node[], parent: string | null) => {
    for (const { activity, children } of list) {
      order.push({ id: activity.identifier, parent, first: children[0]?.activity.identifier ?? null });
      walk(children, activity.identifier);
    }
  };
  walk(roots, null);
  const place = order.findIndex(({ id }) => id === from);
  const here = order[place];
  switch (key) {
    case "ArrowDown":
      return order[place + 1]?.id ?? null;
    case "ArrowUp":
      return order[place - 1]?.id ?? null;
    case "ArrowLeft":
      return here?.parent ?? null;
    case "ArrowRight":
      return here?.first ?? null;
    case "Home":
      return order[0]?.id ?? null;
    case "End":
      return order.at(-1)?.id ?? null;
    default:
      return null;
  }
}

export interface Objective {
  id: string;
  success: string | null;
  completion: string | null;
  score: string | null;
  progress: string | null;
}

/** The objectives in an activity's run-time data, of both versions. */
export function objectivesOf(data: ActivityData | undefined): Objective[] {
  const found = new Map<number, Objective>();
  for (const { element, value } of data?.elements ?? []) {
    const match = /^cmi\.objectives\.(\d+)\.(.+)$/.exec(element);
    if (!match || value === null) continue;
    const number = Number(match[1]);
    const one = found.get(number) ?? { id: "", success: null, completion: null, score: null, progress: null };
    found.set(number, one);
    switch (match[2]) {
      case "id":
        one.id = value;
        break;
      case "success_status":
      case "status":
        one.success = value;
        break;
      case "completion_status":
        one.completion = value;
        break;
      case "score.scaled":
      case "score.raw":
        one.score ??= value;
        break;
      case "progress_measure":
        one.progress = value;
        break;
      default:
    }
  }
  return [...found].sort(([a], [b]) => a - b).map(([, one]) => one);
}

/** A part of 1 in whole percent. */
export function percent(part: number): number {
  return Math.round(part * 100);
}

/** Nothing is known of it. */
export function isBlank(status: Status): boolean {
  return status.satisfied === null && status.completed === null && status.measure === null && status.progress === null;
}
