// All entries in order: searched, filtered, grouped by activity.

import { shortPlace } from "./call_source";
import { Detail } from "./Detail";
import { KINDS } from "./entries";
import { inWords } from "./exceptions";
import { Icon } from "./Icon";
import { useRowHeight } from "./measure";
import { related } from "./related";
import type { Entry, EntryKind } from "./source";
import { short } from "./told";
import { VirtualList } from "./VirtualList";
import { title, type View } from "./view";
import { clock, t } from "./words";

export function Timeline({ view }: { view: View }) {
  const rowHeight = useRowHeight();
  const rows = view.rows.value;
  const { value: selected } = view.selected;
  const { entries } = view.source;
  const chosen = selected === null ? -1 : view.rowOf(selected);
  const entry = selected === null ? null : (entries[selected] ?? null);
  const linked = entry ? new Set(related(entries, entry).map((one) => one.entry.id)) : new Set<number>();
  return (
    <div class="timeline">
      <Head view={view} />
      {rows.count === 0 ? (
        <p class="empty" role="status">
          {t("timeline.none")}
        </p>
      ) : (
        <VirtualList
          label={t("tab.timeline")}
          count={rows.count}
          rowHeight={rowHeight}
          chosen={chosen < 0 ? null : chosen}
          chosenKey={selected}
          idOf={(index) => `row-${index}`}
          follows={view.source.isLive && view.shown.value === null}
          onEnd={(isThere) => {
            if (!isThere) view.keepRows();
            else if (view.selected.value === null) view.showNew();
          }}
          row={(index, slot) => {
            const row = rows.rowAt(index);
            if (!row) return null;
            if ("head" in row)
              return (
                <div class="group-head" role="presentation" key={slot}>
                  <span class="clip">{view.titleOf(row.head) || t("timeline.outside")}</span>
                  <span class="muted">{t("timeline.entries", { n: row.count })}</span>
                </div>
              );
            const one = entries[row.place];
            return one ? (
              <Row key={slot} id={`row-${index}`} entry={one} view={view} linked={linked.has(one.id)} />
            ) : null;
          }}
        />
      )}
      <Detail view={view} entry={entry} />
    </div>
  );
}

function Row({ id, entry, view, linked }: { id: string; entry: Entry; view: View; linked: boolean }) {
  const chosen = view.selected.value === entry.id;
  const icon = entry.level === "plain" ? entry.kind : entry.level;
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      class={`row ${entry.level} ${linked ? "linked" : ""}`}
      onClick={() => view.select(entry)}
    >
      <span class="time">{clock(entry.at)}</span>
      <Icon name={icon} class={`k-${entry.kind} by-${entry.by ?? "nobody"}`} />
      <span class="what clip">
        <b>{title(entry)}</b> {entry.subject !== "" && <code>{shortName(entry, view)}</code>}{" "}
        {entry.value !== "" && (
          // The browser would measure all of a long value for the little that is seen of it.
          <span class="value">
            {entry.kind === "decision" ? inWords(entry.code, view.titleOf(entry.value)) : short(entry.value)}
          </span>
        )}
      </span>
      <span class="end">{entry.code || (entry.from ? shortPlace(entry.from) : t(`kind.${entry.kind}`))}</span>
    </div>
  );
}

/** Elements without what all of them begin with. */
function shortName(entry: Entry, view: View): string {
  if (entry.kind === "decision") return view.titleOf(entry.subject);
  return entry.subject.replace(/^cmi\.(core\.)?/, "").replace(/^interactions\./, "…");
}

function Head({ view }: { view: View }) {
  const kinds = view.kinds.value;
  view.grown.value;
  const all = view.source.entries;
  const toggle = (kind: EntryKind) => {
    const next = new Set(kinds);
    if (!next.delete(kind)) next.add(kind);
    view.kinds.value = next;
  };
  return (
    <div class="timeline-head">
      <div class="bar">
        <label class="search">
          <Icon name="search" />
          <span class="vh">{t("search.label")}</span>
          <input
            type="search"
            data-search
            aria-keyshortcuts="/"
            placeholder={t("search")}
            value={view.text.value}
            onInput={(event) => {
              view.text.value = event.currentTarget.value;
            }}
          />
          {view.text.value === "" && <kbd aria-hidden="true">/</kbd>}
        </label>
        <button
          type="button"
          class="chip"
          aria-pressed={view.grouped.value}
          onClick={() => {
            view.grouped.value = !view.grouped.value;
          }}
        >
          <Icon name="list" />
          {t("group")}
        </button>
      </div>
      <div class="bar kinds">
        <div class="chips" role="group" aria-label={t("kinds")}>
          <button
            type="button"
            class="chip"
            aria-pressed={view.problemsOnly.value}
            onClick={() => {
              view.problemsOnly.value = !view.problemsOnly.value;
            }}
          >
            <Icon name="warning" />
            {t("problems")}
          </button>
          {KINDS.filter((kind) => view.counts.value.has(kind)).map((kind) => (
            <button type="button" class="chip" key={kind} aria-pressed={kinds.has(kind)} onClick={() => toggle(kind)}>
              {t(`kind.${kind}`)} <span class="num">{view.counts.value.get(kind)}</span>
            </button>
          ))}
        </div>
        <div class="count-line muted">
          {view.rows.value.listed < all.length - view.waiting.value && (
            <span aria-live={view.source.isLive ? "off" : "polite"}>
              {t("timeline.count", { n: view.rows.value.listed, all: all.length })}
            </span>
          )}
          {view.waiting.value > 0 && (
            <button type="button" class="chip new" aria-pressed="true" onClick={() => view.showNew()}>
              <Icon name="down" />
              {t("timeline.new", { n: view.waiting.value })}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
