// The activity tree as a picture: boxes in boxes, each with its tracking; beside them the global
// objectives. One box is in the tab order, arrow keys walk along the others.

import { useState } from "preact/hooks";
import { below, isBlank, type Node, nodes, objectivesOf, percent, step } from "./activity_tree";
import { inWords } from "./exceptions";
import { Icon } from "./Icon";
import { refusal, standing } from "./outline";
import type { Activity, Moment, Status } from "./source";
import type { View } from "./view";
import { t } from "./words";

export function Tree({ view }: { view: View }) {
  const moment = view.moment.value;
  const [wanted, want] = useState<string | null>(null);
  const activities = moment?.overview.activities ?? [];
  if (!moment || activities.length === 0) return <p class="empty">{t("outline.none")}</p>;
  const roots = nodes(activities);
  const { current } = moment.navigation;
  const chosen =
    activities.find((one) => one.identifier === wanted) ??
    activities.find((one) => one.identifier === current) ??
    (activities[0] as Activity);
  const onKey = (event: KeyboardEvent) => {
    const next = step(roots, chosen.identifier, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    want(next);
    const place = event.currentTarget as HTMLElement;
    for (const box of place.querySelectorAll<HTMLElement>("[data-node]")) if (box.dataset["node"] === next) box.focus();
  };
  return (
    <div class="tree-view">
      <div class="boxes" role="tree" aria-label={t("tab.tree")} onKeyDown={onKey}>
        {roots.map((node) => (
          <Box key={node.activity.identifier} node={node} level={1} {...{ chosen, current, want }} />
        ))}
      </div>
      <Chosen activity={chosen} view={view} moment={moment} />
      <Objectives moment={moment} />
    </div>
  );
}

interface BoxProps {
  node: Node;
  level: number;
  chosen: Activity;
  current: string | null;
  want: (activity: string) => void;
}

function Box({ node, level, chosen, current, want }: BoxProps) {
  const { activity, children } = node;
  const stands = standing(activity, current);
  const isChosen = activity === chosen;
  const inner = children.length > 0;
  const all = below(node, current);
  return (
    <div
      class={`box ${stands} ${inner ? "inner" : ""} ${isChosen ? "chosen" : ""}`}
      role="none"
      onClick={(event) => {
        event.stopPropagation();
        want(activity.identifier);
      }}
    >
      <div
        class="face"
        role="treeitem"
        aria-level={level}
        aria-selected={isChosen}
        {...(inner ? { "aria-expanded": true } : {})}
        {...(activity.identifier === current ? { "aria-current": "true" as const } : {})}
        tabIndex={isChosen ? 0 : -1}
        data-node={activity.identifier}
      >
        <div class="box-head">
          <Icon name={stands} class={`s-${stands}`} />
          <span class="clip name">{activity.title}</span>
          {activity.attempt_count > 1 && (
            <span class="small muted">{t("tree.attempts", { n: activity.attempt_count })}</span>
          )}
        </div>
        <p class="small muted clip">
          {[t(`standing.${stands}`), ...all.map(([one, count]) => `${count} ${t(`standing.${one}`)}`)].join(" · ")}
        </p>
        <Meters status={activity.status} />
      </div>
      {inner && (
        <div class="inside" role="group">
          {children.map((one) => (
            <Box key={one.activity.identifier} node={one} level={level + 1} {...{ chosen, current, want }} />
          ))}
        </div>
      )}
    </div>
  );
}

/** Score and progress as bars, with their numbers. */
function Meters({ status }: { status: Status }) {
  const bars: [words: string, part: number | null][] = [
    ["tree.score", status.measure],
    ["tree.progress", status.progress],
  ];
  return (
    <>
      {bars.map(([words, part]) =>
        part === null ? null : (
          <span class="bar-line small" key={words}>
            <span class="muted">{t(words)}</span>
            <span class="meter" aria-hidden="true">
              <i style={{ width: `${Math.max(0, Math.min(100, percent(part)))}%` }} />
            </span>
            {percent(part)} %
          </span>
        ),
      )}
    </>
  );
}

/** All that is tracked of one activity. */
function Chosen({ activity, view, moment }: { activity: Activity; view: View; moment: Moment }) {
  const data = moment.data.find((one) => one.activity === activity.identifier);
  const objectives = objectivesOf(data);
  const isGroup = activity.kind === "root" || activity.kind === "cluster";
  const told = activity.refusal === null ? null : refusal(activity.refusal);
  return (
    <section class="tree-detail" aria-label={t("tree.of", { title: activity.title })}>
      <h2>{activity.title}</h2>
      <p class="muted small">
        <code>{activity.identifier}</code> · {t(`tree.kind.${activity.kind}`)}
        {isGroup && ` · ${t("tree.rolledup")}`}
      </p>
      <dl class="pairs">
        <Fact words="tree.completed" value={truth(activity.status.completed)} />
        <Fact words="tree.satisfied" value={truth(activity.status.satisfied)} />
        <Fact words="tree.score" value={part(activity.status.measure)} />
        <Fact words="tree.progress" value={part(activity.status.progress)} />
        <Fact words="tree.tries" value={String(activity.attempt_count)} />
        <Fact words="tree.suspended" value={truth(activity.suspended)} />
        {activity.hidden && <Fact words="outline.hidden" value={t("yes")} />}
      </dl>
      {told && activity.kind !== "root" && (
        <p>
          <span class="muted">{t("tree.locked")}</span> {inWords(told.code, told.meaning)}{" "}
          {told.code !== "" && <code class="small">{told.code}</code>}
        </p>
      )}
      {objectives.length > 0 && (
        <table>
          <caption class="small">{t("tree.objectives")}</caption>
          <tbody>
            {objectives.map((one, index) => (
              <tr key={`${index}${one.id}`}>
                <th scope="row">
                  <code>{one.id || index}</code>
                </th>
                <td>{[one.success, one.completion].filter(Boolean).join(" · ") || t("unknown")}</td>
                <td>{[one.score, one.progress && `${percent(Number(one.progress))} %`].filter(Boolean).join(" · ")}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {data && (
        <button
          type="button"
          class="linkish"
          onClick={() => {
            view.dataText.value = "";
            view.dataActivity.value = activity.identifier;
            view.tab.value = "data";
          }}
        >
          <Icon name="data" />
          {t("detail.data")}
        </button>
      )}
    </section>
  );
}

function Fact({ words, value }: { words: string; value: string }) {
  return (
    <>
      <dt>{t(words)}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Objectives({ moment }: { moment: Moment }) {
  const all = Object.entries(moment.overview.objectives);
  return (
    <section class="tree-detail" aria-label={t("outline.objectives")}>
      <h2>{t("outline.objectives")}</h2>
      {all.length === 0 ? (
        <p class="muted small">{t("tree.noObjectives")}</p>
      ) : (
        <ul class="objectives">
          {all.map(([name, status]) => (
            <li key={name}>
              <code class="clip">{name}</code>
              <span class="small">
                {isBlank(status)
                  ? t("unknown")
                  : [
                      status.satisfied === null ? "" : t(status.satisfied ? "standing.passed" : "standing.failed"),
                      status.completed === null ? "" : t(status.completed ? "standing.done" : "tree.incomplete"),
                    ]
                      .filter(Boolean)
                      .join(" · ")}
              </span>
              <Meters status={status} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function truth(value: boolean | null): string {
  return value === null ? t("unknown") : t(value ? "yes" : "no");
}

function part(value: number | null): string {
  return value === null ? t("unknown") : `${percent(value)} %`;
}
