// The list of keys, opened by `?`, and what they do.

import { isPopoverOpen } from "./Popover";
import { toggleReplay } from "./replay";
import { TABS, type View } from "./view";
import { t } from "./words";

const ROWS: [keys: string[], words: string][] = [
  [["?"], "keys.help"],
  [["/"], "keys.search"],
  [["↑", "↓"], "keys.walk"],
  [["[", "]"], "keys.moment"],
  [["p"], "keys.play"],
  [["n"], "keys.problem"],
  [["w"], "keys.why"],
  [["c"], "keys.compare"],
  [["1", "…", "6"], "keys.tabs"],
  [["Esc"], "keys.escape"],
];

/** Keys of a session that goes on. */
const LIVE_ROWS: typeof ROWS = [
  [["Enter"], "keys.see"],
  [["l"], "keys.live"],
];

export function showKeys(): void {
  document.querySelector<HTMLDialogElement>("#keys")?.showModal();
}

export function Keys() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{t("keys.title")}</h2>
      <KeyList isLive={false} />
      <button type="button" class="primary" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
        {t("keys.close")}
      </button>
    </dialog>
  );
}

export function KeyList({ isLive }: { isLive: boolean }) {
  return (
    <dl class="keylist">
      {[...ROWS, ...(isLive ? LIVE_ROWS : [])].map(([keys, words]) => (
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
  );
}

/** Keys of the viewer, until the returned function is called; those that a field or a list needs stay theirs. */
export function listenToKeys(view: View, isOn: () => boolean = () => true): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (!isOn()) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = event.target instanceof HTMLElement ? event.target : document.body;
    if (event.key === "Escape" && target.matches("[data-search]")) return target.blur();
    // A dialog that was just closed keeps the focus until the next frame.
    if (target.closest("input, textarea, select, dialog[open]") || isPopoverOpen()) return;
    // On a button or a link Enter is theirs.
    if (event.key === "Enter" && target.closest("button, a, summary")) return;
    const act = action(view, event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
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
      return () => {
        if (view.tab.value === "problems") openTab(view, "timeline");
        view.nextProblem();
      };
    case "w":
      return () => openTab(view, "why");
    case "c":
      return () => {
        view.a.value = view.looksAt.value;
        view.b.value = null;
        openTab(view, "compare");
      };
    case "p":
      return view.source.moments > 1 ? () => toggleReplay(view) : null;
    case "Enter": {
      const chosen = view.selected.value === null ? null : view.source.entries[view.selected.value];
      return chosen && view.seesNow.value ? () => view.see(chosen) : null;
    }
    case "l":
      return view.source.isLive ? () => view.backToNow() : null;
    case "Escape":
      return view.source.isLive ? () => stepBack(view) : null;
    default:
      return null;
  }
}

/** First what is chosen goes, then the past moment. */
function stepBack(view: View): void {
  if (view.selected.value !== null && !view.held.value) view.showNew();
  else view.backToNow();
}

function openTab(view: View, tab: (typeof TABS)[number]): void {
  view.locked.value = null;
  view.tab.value = tab;
  view.pane.value = "inspector";
}
