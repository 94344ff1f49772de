// The data model as a tree: parts of names become branches, with what changed and how full values are.

import type { DataElement, LmsLimit } from "./source";

export interface Branch {
  /** Whole name up to here. */
  path: string;
  name: string;
  element: DataElement | null;
  children: Branch[];
  /** Elements at and below. */
  count: number;
  /** Something at or below has changed. */
  changed: boolean;
}

export interface Row {
  branch: Branch;
  depth: number;
}

/** Builds the tree of the elements that match all words. */
export function tree(elements: readonly DataElement[], words: string, changed: ReadonlySet<string>): Branch {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (element: DataElement) => {
    const text = `${element.element} ${element.value ?? ""}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const root: Branch = { path: "", name: "", element: null, children: [], count: 0, changed: false };
  const known = new Map<string, Branch>([["", root]]);
  for (const element of elements) {
    if (!matches(element)) continue;
    const isChanged = changed.has(element.element);
    let branch = root;
    let path = "";
    for (const name of element.element.split(".")) {
      branch.count++;
      branch.changed ||= isChanged;
      path = path === "" ? name : `${path}.${name}`;
      let next = known.get(path);
      if (!next) {
        next = { path, name, element: null, children: [], count: 0, changed: false };
        known.set(path, next);
        branch.children.push(next);
      }
      branch = next;
    }
    branch.element = element;
    branch.count++;
    branch.changed ||= isChanged;
  }
  return root;
}

/** The rows to show: what is below a closed branch is left out. */
export function rows(root: Branch, isOpen: (branch: Branch) => boolean): Row[] {
  const found: Row[] = [];
  const walk = (branch: Branch, depth: number) => {
    for (const child of branch.children) {
      found.push({ branch: child, depth });
      if (child.children.length > 0 && isOpen(child)) walk(child, depth + 1);
    }
  };
  walk(root, 0);
  return found;
}

/** How much of its limit a value takes, in whole percent; nothing without a limit. */
export function share(element: DataElement): number | null {
  if (element.limit === undefined || element.limit === 0 || !element.value) return null;
  return Math.round(([...element.value].length / element.limit) * 100);
}

/** The LMSs that would keep only a part of a value; the strictest first. */
export function cuts(element: DataElement, version: LmsLimit["version"], limits: readonly LmsLimit[]): LmsLimit[] {
  const length = element.value === null ? 0 : [...element.value].length;
  return limits
    .filter((one) => one.version === version && one.element === element.element && one.keeps < length)
    .sort((a, b) => a.keeps - b.keeps);
}
