// The activities with their standing at a moment: a word first, colour only repeats it.

import type { ComponentChildren } from "preact";
import { Icon } from "./Icon";
import { WhyLocked } from "./LockedWhy";
import { standing } from "./outline";
import type { Activity } from "./source";
import type { View } from "./view";
import { clock, t } from "./words";

interface OutlineProps {
  view: View;
  /** Opens an activity, where that can be done. */
  choose?: ((activity: string) => void) | undefined;
  /** What stands above the facts at the foot, and below them. */
  attempt?: ComponentChildren;
  acts?: ComponentChildren;
}

export function Outline({ view, choose, attempt, acts }: OutlineProps) {
  const moment = view.moment.value;
  const activities = moment?.overview.activities ?? [];
  const current = moment?.navigation.current ?? null;
  const leaves = activities.filter((one) => one.kind === "sco" || one.kind === "asset");
  const done = leaves.filter((one) => one.status.satisfied === true || one.status.completed === true).length;
  return (
    <section class="zone outline" aria-label={t("zone.outline")}>
      <div class="strip">
        <b class="clip">{activities[0]?.title ?? view.source.about.course}</b>
      </div>
      <div class="tree" tabIndex={0} role="group" aria-label={t("outline.activities")}>
        <div class="act root">
          <span class="name">{t("outline.activities")}</span>
          <span class="small muted">{t("outline.passed", { n: done, all: leaves.length })}</span>
          <span class="meter" aria-hidden="true">
            <i style={{ width: `${leaves.length === 0 ? 0 : (done / leaves.length) * 100}%` }} />
          </span>
        </div>
        <ul>
          {activities.slice(1).map((one) => (
            <Item
              key={one.identifier}
              activity={one}
              current={current}
              view={view}
              choose={view.seesNow.value && moment?.navigation.available.includes("choice") ? choose : undefined}
            />
          ))}
        </ul>
        {activities.length === 0 && <p class="empty">{t("outline.none")}</p>}
      </div>
      <Facts view={view} attempt={attempt} acts={acts} />
    </section>
  );
}

interface ItemProps {
  activity: Activity;
  current: string | null;
  view: View;
  choose: ((activity: string) => void) | undefined;
}

function Item({ activity, current, view, choose }: ItemProps) {
  const stands = standing(activity, current);
  const { status } = activity;
  const percent = (value: number) => Math.round(value * 100);
  const words = [
    t(`standing.${stands}`),
    stands === "open" || activity.attempt_count < 2 ? "" : t("outline.attempts", { n: activity.attempt_count }),
    status.measure === null ? "" : t("outline.score", { n: percent(status.measure) }),
    status.progress === null ? "" : t("outline.progress", { n: percent(status.progress) }),
    activity.suspended ? t("outline.suspended") : "",
    activity.hidden ? t("outline.hidden") : "",
  ].filter(Boolean);
  const isCurrent = activity.identifier === current;
  return (
    <li
      class={`act ${stands}`}
      data-activity={activity.identifier}
      data-standing={stands}
      style={{ marginLeft: `${(activity.depth - 1) * 14}px` }}
      {...(isCurrent ? { "aria-current": "true" as const } : {})}
    >
      <Icon name={stands} class={`s-${stands}`} />
      {choose && activity.refusal === null && !isCurrent ? (
        <button type="button" class="name linkish" onClick={() => choose(activity.identifier)}>
          {activity.title}
        </button>
      ) : (
        <span class="name">{activity.title}</span>
      )}
      {activity.refusal !== null && activity.kind !== "root" && !isCurrent ? (
        <WhyLocked activity={activity} view={view} />
      ) : (
        <span />
      )}
      <span class="state">{words.join(" · ")}</span>
    </li>
  );
}

/** ISO 8601 and SCORM 1.2's own form, as people write times. */
function duration(value: string): string {
  const [, , , days, hours, minutes, seconds] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.\d+)?S)?)?$/.exec(value) ?? [];
  if (days === undefined && hours === undefined && minutes === undefined && seconds === undefined)
    return value.replace(/\.\d+$/, "").replace(/^0+(?=\d+:)/, "0");
  const two = (text: string | undefined) => String(Number(text ?? 0)).padStart(2, "0");
  return `${Number(days ?? 0) * 24 + Number(hours ?? 0)}:${two(minutes)}:${two(seconds)}`;
}

function Facts({ view, attempt, acts }: { view: View; attempt: ComponentChildren; acts: ComponentChildren }) {
  const moment = view.moment.value;
  if (!moment) return null;
  const values = new Map(moment.data.flatMap((one) => one.elements.map((it) => [it.element, it.value] as const)));
  const value = (...names: string[]) => names.map((name) => values.get(name)).find((one) => one) ?? null;
  const saved = view.lastBefore(moment.index, (entry) => entry.what === "saved");
  const mode = value("cmi.mode", "cmi.core.lesson_mode");
  const time = value("cmi.total_time", "cmi.core.total_time");
  const facts: [name: string, value: string | null][] = [
    ["outline.state", t(`session.${moment.navigation.session}`)],
    ["outline.learner", value("cmi.learner_name", "cmi.core.student_name")],
    ["outline.mode", mode === "normal" ? null : mode],
    ["outline.entry", value("cmi.entry", "cmi.core.entry")],
    ["outline.saved", saved === null ? null : clock(saved.at)],
    ["outline.time", time === null ? null : duration(time)],
  ];
  const objectives = Object.entries(moment.overview.objectives);
  const word = (value: boolean | null) =>
    value === null ? t("unknown") : t(value ? "standing.passed" : "standing.failed");
  return (
    <div class="attempt">
      <h2>{attempt ?? t("outline.session")}</h2>
      <dl class="pairs">
        {facts.flatMap(([name, text]) =>
          text === null
            ? []
            : [
                <dt key={name}>{t(name)}</dt>,
                <dd key={`${name}-value`} class="clip" title={text}>
                  {text}
                </dd>,
              ],
        )}
      </dl>
      {objectives.length > 0 && (
        <details>
          <summary>{t("outline.objectives")}</summary>
          <dl class="pairs">
            {objectives.flatMap(([name, status]) => [
              <dt key={name} class="clip">
                <code>{name}</code>
              </dt>,
              <dd key={`${name}-value`}>{word(status.satisfied)}</dd>,
            ])}
          </dl>
        </details>
      )}
      {acts}
    </div>
  );
}
