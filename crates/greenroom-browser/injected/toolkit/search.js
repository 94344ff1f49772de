// Finding elements by CSS selector, in a document and in its open shadow roots.

function* shadowRootsIn(scope) {
  for (const element of scope.querySelectorAll("*")) {
    if (element.shadowRoot) {
      yield element.shadowRoot;
      yield* shadowRootsIn(element.shadowRoot);
    }
  }
}

// How many elements match in the scope itself and in the shadow roots below it.
function survey(scope, selector) {
  try {
    const light = scope.querySelectorAll(selector).length;
    let shadow = 0;
    if (light === 0) {
      for (const root of shadowRootsIn(scope)) {
        shadow = root.querySelectorAll(selector).length;
        if (shadow > 0) break;
      }
    }
    return { light, shadow };
  } catch (error) {
    return { light: 0, shadow: 0, error: String(error.message) };
  }
}

// The first visible match, else the first; of the scope itself, else of its shadow roots.
function take(scope, selector) {
  let found = Array.from(scope.querySelectorAll(selector));
  if (found.length === 0) {
    for (const root of shadowRootsIn(scope)) {
      found = Array.from(root.querySelectorAll(selector));
      if (found.length > 0) break;
    }
  }
  return found.find(visible) ?? found[0] ?? null;
}
