// The right zone: one view at a time, each of which can be taken along as JSON.

import { Compare } from "./Compare";
import { compare } from "./compare";
import { DataTree } from "./DataTree";
import { saveJson } from "./files";
import { Icon } from "./Icon";
import { Timeline } from "./Timeline";
import { TABS, type View } from "./view";
import { t } from "./words";
import { Why } from "./Why";
import { decides, decisions } from "./why";

export function Inspector({ view }: { view: View }) {
  const tab = view.tab.value;
  return (
    <section class="zone inspector" aria-label={t("zone.inspector")}>
      <div class="strip">
        <nav class="tabs" aria-label={t("tabs")}>
          {TABS.map((one) => (
            <button
              type="button"
              key={one}
              {...(one === tab ? { "aria-current": "page" as const } : {})}
              onClick={() => {
                view.locked.value = null;
                view.tab.value = one;
              }}
            >
              {t(`tab.${one}`)}
            </button>
          ))}
        </nav>
        <span class="grow" />
        <button
          type="button"
          class="quiet only"
          title={t("export")}
          aria-label={t("export")}
          onClick={() => saveJson(`${view.source.about.session_id}-${tab}`, content(view))}
        >
          <Icon name="save" />
        </button>
      </div>
      {tab === "timeline" && <Timeline view={view} />}
      {tab === "data" && <DataTree view={view} />}
      {tab === "why" && <Why view={view} />}
      {tab === "compare" && <Compare view={view} />}
    </section>
  );
}

/** What the open view shows, as data. */
function content(view: View): unknown {
  const { source } = view;
  const at = view.at.value;
  switch (view.tab.value) {
    case "timeline":
      return view.places.value.map((place) => source.entries[place]);
    case "data":
      return view.moment.value?.data;
    case "why": {
      const entry = view.lastBefore(at, decides);
      return entry ? decisions(source.effectsAt(entry.moment), entry.moment) : [];
    }
    case "compare": {
      const [a, b] = [view.a.value ?? 0, view.b.value ?? at];
      return { a, b, differences: compare(source.momentAt(a), source.momentAt(b)) };
    }
  }
}
