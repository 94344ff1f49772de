// The store of view definitions as this tab knows it.

import type { Definition } from "./wire";

export interface Viewdef {
  key: string;
  version: number;
  html: string;
  content: DocumentFragment;
}

export class Viewdefs {
  private readonly defs = new Map<string, Viewdef>();

  /** Takes the whole store, as told after `welcome`. Gives the types that changed. */
  replace(defs: Record<string, Definition | null>): Set<string> {
    const gone = [...this.defs.keys()].filter((key) => !defs[key]);
    return this.merge({ ...defs, ...Object.fromEntries(gone.map((key) => [key, null])) });
  }

  /** Takes what changed. */
  merge(defs: Record<string, Definition | null>): Set<string> {
    const types = new Set<string>();
    for (const [key, def] of Object.entries(defs)) {
      const before = this.defs.get(key);
      if (def && before?.html === def.html && before.version === def.version) continue;
      if (!def && !before) continue;
      types.add(key.slice(0, key.lastIndexOf(".")));
      if (def) this.defs.set(key, { key, ...def, content: parse(def.html) });
      else this.defs.delete(key);
    }
    return types;
  }

  find(type: string, namespace: string | null, fallback: string | null): Viewdef | null {
    for (const name of [namespace, fallback, "DEFAULT"]) {
      const def = name ? this.defs.get(`${type}.${name}`) : undefined;
      if (def) return def;
    }
    return null;
  }
}

function parse(html: string): DocumentFragment {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const root = holder.content.firstElementChild;
  const content = root instanceof HTMLTemplateElement ? root.content : holder.content;
  for (const script of content.querySelectorAll("script")) script.remove();
  return content;
}
