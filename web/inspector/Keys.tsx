// The list of keys, opened by `?`, and what they do.

import { TABS, type View } from "./view";
import { t } from "./words";

const ROWS: [keys: string[], words: string][] = [
  [["?"], "keys.help"],
  [["/"], "keys.search"],
  [["↑", "↓"], "keys.walk"],
  [["[", "]"], "keys.moment"],
  [["n"], "keys.problem"],
  [["w"], "keys.why"],
  [["c"], "keys.compare"],
  [["1", "…", "4"], "keys.tabs"],
  [["Esc"], "keys.escape"],
];

export function showKeys(): void {
  document.querySelector<HTMLDialogElement>("#keys")?.showModal();
}

export function Keys() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{t("keys.title")}</h2>
      <dl class="keylist">
        {ROWS.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(words)}</dd>
          </div>
        ))}
      </dl>
      <button type="button" class="primary" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
        {t("keys.close")}
      </button>
    </dialog>
  );
}

/** Keys of the viewer; those that a field or a list needs stay theirs. */
export function listenToKeys(view: View): void {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.key === "Escape" && target.matches("[data-search]")) return target.blur();
    // A dialog that was just closed keeps the focus until the next frame.
    if (target.closest("input, textarea, select, dialog[open]")) return;
    const act = action(view, event.key);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function action(view: View, key: string): (() => void) | null {
  const tab = TABS[Number(key) - 1];
  if (tab) return () => openTab(view, tab);
  switch (key) {
    case "?":
      return showKeys;
    case "/":
      return () => {
        if (view.tab.value !== "data") openTab(view, "timeline");
        // The field exists once the tab is drawn.
        requestAnimationFrame(() => document.querySelector<HTMLInputElement>("[data-search]")?.focus());
      };
    case "ArrowDown":
    case "j":
      return () => view.walk(1);
    case "ArrowUp":
    case "k":
      return () => view.walk(-1);
    case "[":
      return () => view.goTo(view.at.value - 1);
    case "]":
      return () => view.goTo(view.at.value + 1);
    case "Home":
      return () => view.goTo(0);
    case "End":
      return () => view.goTo(view.source.moments - 1);
    case "n":
      return () => view.nextProblem();
    case "w":
      return () => openTab(view, "why");
    case "c":
      return () => {
        view.a.value = view.at.value;
        view.b.value = null;
        openTab(view, "compare");
      };
    default:
      return null;
  }
}

function openTab(view: View, tab: (typeof TABS)[number]): void {
  view.locked.value = null;
  view.tab.value = tab;
  view.pane.value = "inspector";
}
