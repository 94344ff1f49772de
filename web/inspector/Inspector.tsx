// The right zone: one view at a time, each of which can be taken along as JSON.

import type { ComponentChildren } from "preact";
import { Compare } from "./Compare";
import { compare } from "./compare";
import { DataTree } from "./DataTree";
import { saveJson } from "./files";
import { Icon } from "./Icon";
import { asData, Problems } from "./Problems";
import { gather } from "./problems";
import { Timeline } from "./Timeline";
import { Tree } from "./Tree";
import { TABS, type Tab, type View } from "./view";
import { t } from "./words";
import { Why } from "./Why";
import { decides, decisions } from "./why";

/** A view that only some pages have. */
export interface Extra {
  tab: Tab;
  title: string;
  /** How many things there are to look at. */
  count?: number;
  /** Some of them are faults. */
  isBad?: boolean;
  show: () => ComponentChildren;
  content: () => unknown;
}

export function Inspector({ view, extras = [] }: { view: View; extras?: Extra[] }) {
  const wanted = view.tab.value;
  const extra = extras.find((one) => one.tab === wanted);
  const tab = TABS.includes(wanted) || extra ? wanted : "timeline";
  const own = (names: Tab[]) => names.map((one) => ({ tab: one, title: t(`tab.${one}`) }));
  // What people look for first stands first; the rest can be scrolled to where there is little room.
  const tabs: Pick<Extra, "tab" | "title" | "count" | "isBad">[] = [
    ...own(["timeline", "data", "why"]),
    ...extras,
    ...own(["tree", "compare"]),
  ];
  const open = view.openProblems.value.length;
  return (
    <section class="zone inspector" aria-label={t("zone.inspector")}>
      <div class="strip">
        <nav class="tabs" aria-label={t("tabs")}>
          {tabs.map(({ tab: one, title, count = 0, isBad = false }) => (
            <button
              type="button"
              key={one}
              id={`tab-${one}`}
              {...(one === tab ? { "aria-current": "page" as const } : {})}
              onClick={() => {
                view.locked.value = null;
                view.tab.value = one;
              }}
            >
              {title}
              {count > 0 && <span class={isBad ? "badge" : "badge is-calm"}>{count > 99 ? "99+" : count}</span>}
            </button>
          ))}
        </nav>
        <span class="grow" />
        <button
          type="button"
          class="quiet"
          id="tab-problems"
          title={`${t("tab.problems")} (n)`}
          aria-label={t("problems.open", { n: open })}
          {...(tab === "problems" ? { "aria-current": "page" as const } : {})}
          onClick={() => {
            view.tab.value = "problems";
          }}
        >
          <Icon name="warning" />
          {open > 0 && <span class="badge">{open > 99 ? "99+" : open}</span>}
        </button>
        <button
          type="button"
          class="quiet only"
          title={t("export")}
          aria-label={t("export")}
          onClick={() => saveJson(`${view.source.about.session_id}-${tab}`, extra ? extra.content() : content(view))}
        >
          <Icon name="export" />
        </button>
      </div>
      {tab === "timeline" && <Timeline view={view} />}
      {tab === "data" && <DataTree view={view} />}
      {tab === "why" && <Why view={view} />}
      {tab === "compare" && <Compare view={view} />}
      {tab === "tree" && <Tree view={view} />}
      {tab === "problems" && <Problems view={view} />}
      {extra?.show()}
    </section>
  );
}

/** The entries that the timeline shows. */
function listed({ rows, source }: View): unknown[] {
  return Array.from({ length: rows.value.listed }, (_, number) => source.entries[rows.value.placeAt(number) ?? 0]);
}

/** What the open view shows, as data. */
function content(view: View): unknown {
  const { source } = view;
  const at = view.looksAt.value;
  switch (view.tab.value) {
    case "timeline":
      return listed(view);
    case "data":
      return view.moment.value?.data;
    case "tree":
      return view.moment.value?.overview;
    case "problems":
      return gather(view.problems.value).map((one) => ({ ...asData(one), open: view.acknowledged.isOpen(one.last) }));
    case "why": {
      const locked = view.locked.value;
      if (locked !== null) return view.moment.value?.overview.activities.find((one) => one.identifier === locked);
      const entry = view.lastBefore(at, decides);
      return entry ? decisions(source.effectsAt(entry.moment), entry.moment) : [];
    }
    case "compare": {
      const [a, b] = [view.a.value ?? 0, view.b.value ?? view.at.value];
      return { a, b, differences: compare(source.momentAt(a), source.momentAt(b)) };
    }
    default:
      return null;
  }
}
