// From attributes to bindings.

import { Action } from "./action";
import type { Bound } from "./binding";
import { isFormControl } from "./control";
import { Field } from "./field";
import { parseKeys } from "./keys";
import type { Page } from "./page";
import { isCall, makePath, parsePath, takesValue, type Path } from "./path";
import { attribute, className, Code, Html, Reflection, style, visibility, type Apply } from "./reflect";
import type { Variable } from "./variable";
import { InsideElement, View } from "./view";
import { Viewlist } from "./viewlist";

/** Binds everything below `root`; namespace is the nearest `ui-namespace` around it. */
export function bind(page: Page, root: ParentNode, scope: Variable, namespace: string | null): Bound[] {
  const bounds: Bound[] = [];
  for (const element of [...root.children]) bindElement(page, element, scope, namespace, bounds);
  return bounds;
}

function bindElement(page: Page, element: Element, scope: Variable, outer: string | null, bounds: Bound[]): void {
  const namespace = element.getAttribute("ui-namespace") ?? outer;
  let ownsContent = false;
  const names = element.getAttributeNames().filter((name) => name.startsWith("ui-"));
  // The value goes first: events send it before they call.
  names.sort((a, b) => Number(b === "ui-value") - Number(a === "ui-value"));
  for (const name of names) {
    const source = element.getAttribute(name) ?? "";
    const bound = bindAttribute(page, element, name, source, scope, namespace);
    if (!bound) continue;
    bounds.push(bound);
    const { properties } = bound.variable.at;
    if (properties["scrollOnOutput"]) element.toggleAttribute("ui-scroll-on-output", true);
    ownsContent ||= name === "ui-view" || name === "ui-viewlist" || name === "ui-html";
  }
  if (ownsContent) return;
  for (const child of [...element.children]) bindElement(page, child, scope, namespace, bounds);
}

function bindAttribute(
  page: Page,
  element: Element,
  name: string,
  source: string,
  scope: Variable,
  namespace: string | null,
): Bound | null {
  const read = parsePath(source, () => "r");
  const reflect = (apply: Apply): Bound => new Reflection(page, element, read, scope, apply).start();
  switch (name) {
    case "ui-value": {
      const at = parsePath(source, (path) => valueAccess(element, path));
      return new Field(page, element, at, scope).start();
    }
    case "ui-action":
      return new Action(page, element, action(source), scope, { kind: "click" }).start();
    case "ui-show":
      return reflect(visibility(true));
    case "ui-hide":
      return reflect(visibility(false));
    case "ui-html":
      return new Html(page, element, read, scope).start();
    case "ui-code":
      return new Code(page, element, read, scope).start();
    case "ui-view": {
      const names = { namespace, fallback: null, template: null };
      return new View(page, read, scope, new InsideElement(element), names).start();
    }
    case "ui-viewlist":
      return new Viewlist(page, element, listPath(read), scope, namespace).start();
  }
  const family = /^ui-(attr|class|style|event)-(.+)$/.exec(name);
  const rest = family?.[2] ?? "";
  switch (family?.[1]) {
    case "attr":
      return reflect(attribute(rest));
    case "class":
      return reflect(className(rest));
    case "style":
      return reflect(style(rest));
    case "event": {
      const trigger = rest.startsWith("keypress-")
        ? ({ kind: "keys", keys: parseKeys(rest.slice("keypress-".length)) } as const)
        : ({ kind: "event", type: rest } as const);
      return new Action(page, element, action(source), scope, trigger).start();
    }
  }
  return null;
}

function valueAccess(element: Element, path: string): string {
  if (takesValue(path)) return "w";
  return isFormControl(element) && !isCall(path) ? "rw" : "r";
}

function action(source: string): Path {
  return parsePath(source, () => "action");
}

/** Wrapped items need the wrapper that makes them. */
function listPath(read: Path): Path {
  const needsWrapper = read.properties["itemWrapper"] && !read.properties["wrapper"];
  if (!needsWrapper) return read;
  return makePath(read.path, { ...read.properties, wrapper: "lua.ViewList" });
}
