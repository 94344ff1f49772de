// The data model at a moment: a tree to search, with what changed here and how full values are.

import { useState } from "preact/hooks";
import { type Branch, cuts, rows as rowsOf, share, tree } from "./data_tree";
import { Icon } from "./Icon";
import { useRowHeight } from "./measure";
import type { DataElement, LmsLimit } from "./source";
import { VirtualList } from "./VirtualList";
import type { View } from "./view";
import { t } from "./words";

/** Values that take this much of their limit are marked. */
const NEAR = 80;
/** Less of a limit than this is not worth a word. */
const TOLD = 5;

export function DataTree({ view }: { view: View }) {
  const rowHeight = useRowHeight();
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [place, setPlace] = useState(0);
  const [setOnly, setSetOnly] = useState(true);
  const moment = view.moment.value;
  const models = moment?.data ?? [];
  const model =
    models.find((one) => one.activity === view.dataActivity.value) ??
    models.find((one) => one.activity === moment?.navigation.current) ??
    models.at(-1);
  if (!moment || !model) return <p class="empty">{t("data.none")}</p>;
  const changes = changesAt(view, model.activity);
  const elements = setOnly
    ? model.elements.filter((one) => one.value !== null && !/\._children$/.test(one.element))
    : model.elements;
  const version = model.elements.some((one) => one.element.startsWith("cmi.core.")) ? "1.2" : "2004";
  view.grown.value;
  const words = view.dataText.value;
  const root = tree(elements, words, new Set(changes.keys()));
  const isOpen = (branch: Branch) => words !== "" || !closed.has(branch.path);
  const rows = rowsOf(root, isOpen);
  const toggle = (branch: Branch) => {
    const next = new Set(closed);
    if (!next.delete(branch.path)) next.add(branch.path);
    setClosed(next);
  };
  const onKey = (event: KeyboardEvent) => {
    const row = rows[place];
    const to = { ArrowDown: place + 1, ArrowUp: place - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) setPlace(Math.max(0, Math.min(rows.length - 1, to)));
    else if (row && event.key === "ArrowRight" && closed.has(row.branch.path)) toggle(row.branch);
    else if (row && event.key === "ArrowLeft" && row.branch.children.length > 0 && isOpen(row.branch))
      toggle(row.branch);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="data">
      <div class="timeline-head">
        <div class="bar">
          <label class="search">
            <Icon name="search" />
            <span class="vh">{t("search.data")}</span>
            <input
              type="search"
              data-search
              placeholder={t("search.data")}
              value={words}
              onInput={(event) => {
                view.dataText.value = event.currentTarget.value;
              }}
            />
          </label>
          <button type="button" class="chip" aria-pressed={setOnly} onClick={() => setSetOnly(!setOnly)}>
            {t("data.set")}
          </button>
        </div>
        {models.length > 1 && (
          <label class="pick-line">
            <span class="muted">{t("data.of")}</span>
            <select
              value={model.activity}
              onChange={(event) => {
                view.dataActivity.value = event.currentTarget.value;
              }}
            >
              {models.map((one) => (
                <option key={one.activity} value={one.activity}>
                  {view.titleOf(one.activity)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {rows.length === 0 ? (
        <p class="empty" role="status">
          {t("timeline.none")}
        </p>
      ) : (
        <VirtualList
          label={t("data.tree")}
          role="tree"
          count={rows.length}
          rowHeight={rowHeight}
          chosen={Math.min(place, rows.length - 1)}
          chosenKey={place}
          idOf={(index) => `data-${index}`}
          onKey={onKey}
          row={(index) => {
            const row = rows[index];
            if (!row) return null;
            const { branch, depth } = row;
            const inner = branch.children.length > 0;
            return (
              <div
                id={`data-${index}`}
                key={branch.path}
                role="treeitem"
                aria-level={depth + 1}
                aria-selected={index === place}
                {...(inner ? { "aria-expanded": isOpen(branch) } : {})}
                class={`data-row ${branch.changed ? "changed" : ""}`}
                data-element={branch.element ? branch.path : undefined}
                onClick={() => {
                  setPlace(index);
                  if (inner) toggle(branch);
                }}
              >
                <span class="name clip" style={{ paddingLeft: `${depth * 14}px` }}>
                  {inner ? <Icon name="down" class={isOpen(branch) ? "" : "shut"} /> : <span class="leaf" />}
                  <code>{branch.name}</code>
                  {inner && <span class="muted small">{branch.count}</span>}
                </span>
                {branch.element && (
                  <Leaf
                    element={branch.element}
                    was={changes.get(branch.path)}
                    cut={cuts(branch.element, version, view.source.lmsLimits())}
                  />
                )}
              </div>
            );
          }}
        />
      )}
    </div>
  );
}

interface LeafProps {
  element: DataElement;
  was: { before: string | null } | undefined;
  /** Who would keep only a part of it. */
  cut: LmsLimit[];
}

function Leaf({ element, was, cut }: LeafProps) {
  const percent = share(element);
  const length = [...(element.value ?? "")].length;
  const told = (one: LmsLimit) => t("data.cut", { lms: one.lms, n: one.keeps, all: length });
  return (
    <span class="leaf-value clip">
      {element.value === null ? (
        <span class="muted">{t("data.notset")}</span>
      ) : (
        <code class="value">{element.value}</code>
      )}
      {was && (
        <span class="tag info">
          <span class="vh">{t("data.changed")}; </span>
          {t("data.was")} <s>{was.before ?? t("data.notset")}</s>
        </span>
      )}
      {percent !== null && element.limit !== undefined && percent >= TOLD && (
        <span class={percent >= NEAR ? "tag warn" : "muted small"}>
          {t("data.limit", { percent, limit: element.limit })}
        </span>
      )}
      {cut[0] && (
        <span class="tag warn" title={cut.map((one) => `${told(one)} (${one.source})`).join("\n")}>
          {told(cut[0])}
          {cut.length > 1 && ` +${cut.length - 1}`}
          <span class="vh">{cut.slice(1).map(told).join("; ")}</span>
        </span>
      )}
    </span>
  );
}

/** What the entry of this moment changed in an activity's data. */
function changesAt(view: View, activity: string): Map<string, { before: string | null }> {
  const effects =
    view.source.moments > 0 ? view.source.effectsAt(Math.min(view.at.value, view.source.moments - 1)) : [];
  const changes = effects.flatMap((effect) =>
    effect.effect === "data_changed" && effect.activity === activity ? effect.changes : [],
  );
  return new Map(changes.map((one) => [one.element, { before: one.before }]));
}
