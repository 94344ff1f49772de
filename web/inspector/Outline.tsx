// The activities with their standing at a moment: a word first, colour only repeats it.

import { inWords } from "./exceptions";
import { Icon } from "./Icon";
import { refusal, standing } from "./outline";
import type { Activity } from "./source";
import type { View } from "./view";
import { t } from "./words";

/** `choose` opens an activity, where that can be done. */
export function Outline({ view, choose }: { view: View; choose?: ((activity: string) => void) | undefined }) {
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
      <Facts view={view} />
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
        <button
          type="button"
          class="linkish small"
          aria-label={t("outline.whyOf", { title: activity.title })}
          title={whyNot(activity.refusal)}
          onClick={() => {
            view.locked.value = activity.identifier;
            view.tab.value = "why";
            view.pane.value = "inspector";
          }}
        >
          {t("outline.why")}
        </button>
      ) : (
        <span />
      )}
      <span class="state">{words.join(" · ")}</span>
    </li>
  );
}

function whyNot(text: string): string {
  const { code, meaning } = refusal(text);
  return inWords(code, meaning);
}

function Facts({ view }: { view: View }) {
  const moment = view.moment.value;
  if (!moment) return null;
  const values = new Map(moment.data.flatMap((one) => one.elements.map((it) => [it.element, it.value] as const)));
  const learner = values.get("cmi.learner_name") ?? values.get("cmi.core.student_name") ?? "";
  const objectives = Object.entries(moment.overview.objectives);
  const word = (value: boolean | null) =>
    value === null ? t("unknown") : t(value ? "standing.passed" : "standing.failed");
  return (
    <div class="attempt">
      <h2>{t("outline.session")}</h2>
      <dl class="pairs">
        <dt>{t("outline.state")}</dt>
        <dd>{t(`session.${moment.navigation.session}`)}</dd>
        {learner !== "" && <dt>{t("outline.learner")}</dt>}
        {learner !== "" && <dd class="clip">{learner}</dd>}
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
    </div>
  );
}
