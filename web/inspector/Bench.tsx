// The three zones and the scrubber; on a phone one zone at a time.

import { Icon } from "./Icon";
import { Inspector } from "./Inspector";
import { Outline } from "./Outline";
import { Scrubber } from "./Scrubber";
import { Stage } from "./Stage";
import type { Pane, View } from "./view";
import { t } from "./words";

const PANES: [pane: Pane, icon: string, words: string][] = [
  ["course", "picture", "zone.stage"],
  ["outline", "list", "zone.outline"],
  ["inspector", "session", "zone.inspector"],
];

export function Bench({ view }: { view: View }) {
  return (
    <>
      <main class="bench" data-pane={view.pane.value} id="main">
        <h1 class="vh">{view.source.about.course}</h1>
        <Outline view={view} />
        <Stage view={view} />
        <Inspector view={view} />
      </main>
      <Scrubber view={view} />
      <nav class="bottombar" aria-label={t("panes")}>
        {PANES.map(([pane, icon, words]) => (
          <button
            type="button"
            key={pane}
            aria-pressed={view.pane.value === pane}
            onClick={() => {
              view.pane.value = pane;
            }}
          >
            <Icon name={icon} />
            {t(words)}
          </button>
        ))}
      </nav>
      <p class="vh" role="status">
        {view.said.value}
      </p>
    </>
  );
}
