// What was on the screen: the newest picture before the moment, and what the learner's record says.

import { Icon } from "./Icon";
import type { Moment } from "./source";
import { title, type View } from "./view";
import { clock, t } from "./words";

const NEAR = 2;

export function Stage({ view }: { view: View }) {
  view.grown.value;
  const at = view.at.value;
  const picture = view.pictureAt(at);
  const moment = view.moment.value;
  const selected = view.selected.value === null ? null : view.source.entries[view.selected.value];
  const problems = view.problems.value;
  const problem = selected && selected.level !== "plain" ? selected : null;
  const name = view.titleOf(moment?.navigation.current ?? null);
  const info = picture?.entry.picture === undefined ? null : view.source.pictures[picture.entry.picture];
  return (
    <section class="zone stage-zone" aria-label={t("zone.stage")}>
      <div class="strip">
        <span class="tag">
          <Icon name="picture" />
          {t("stage.pictures")}
        </span>
        <span class="grow" />
        {info?.width && (
          <span class="small muted">
            {info.width} × {info.height}
          </span>
        )}
        {picture && (
          <a
            class="button quiet only"
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            title={t("stage.full")}
            aria-label={t("stage.full")}
          >
            <Icon name="full" />
          </a>
        )}
      </div>
      <div class="shots" tabIndex={0} role="group" aria-label={t("stage.pictures")}>
        <div class="stage-in">
          {view.source.isLive && view.held.value && <Past view={view} />}
          <div class={`notice ${problem ? "warn" : ""}`} hidden={view.source.isLive}>
            <Icon name={problem ? "warning" : "session"} />
            <span class="grow">
              <b>{t("moment", { n: at + 1 })}</b>{" "}
              {problem
                ? t("stage.problem", { what: [title(problem), problem.code].filter(Boolean).join(" ") })
                : problems.length === 0
                  ? t("stage.noProblems")
                  : t("stage.problems", { n: problems.length })}
            </span>
            {problems.length > 0 && (
              <button type="button" onClick={() => view.nextProblem()}>
                {t("stage.next")}
              </button>
            )}
          </div>
          <div class="caption">
            <b class="clip">{name}</b>
            <span class="grow" />
            {picture && <span class="num">{t("stage.of", { n: picture.entry.moment + 1 })}</span>}
          </div>
          <div class="frame">
            {picture ? (
              <img class="shot" src={picture.url} alt={t("stage.alt", { n: picture.entry.moment + 1, title: name })} />
            ) : (
              <p class="no-shot">
                {t(view.source.isLive || view.film.value.length > 0 ? "stage.none" : "stage.noneAtAll")}
              </p>
            )}
          </div>
          {moment && <Vitals view={view} moment={moment} />}
          <Film view={view} />
        </div>
      </div>
    </section>
  );
}

/** While the session goes on, somebody looks at what was. */
function Past({ view }: { view: View }) {
  return (
    <div class="notice back-then" role="status">
      <Icon name="session" />
      <span class="grow">
        <b>{t("stage.past", { n: view.at.value + 1, time: clock(view.moment.value?.at ?? 0) })}</b>{" "}
        {t("stage.waits", { n: view.source.moments })}
      </span>
      <button type="button" class="primary" onClick={() => view.backToNow()}>
        {t("scrub.back")}
      </button>
    </div>
  );
}

export function Vitals({ view, moment }: { view: View; moment: Moment }) {
  const model = moment.data.find((one) => one.activity === moment.navigation.current) ?? moment.data.at(-1);
  const values = new Map(model?.elements.map((one) => [one.element, one.value]));
  const value = (...names: string[]) => names.map((name) => values.get(name)).find((one) => one) ?? null;
  const scaled = value("cmi.score.scaled");
  const raw = value("cmi.score.raw", "cmi.core.score.raw");
  const progress = value("cmi.progress_measure");
  const suspend = value("cmi.suspend_data");
  const is12 = values.has("cmi.core.lesson_status");
  const saved = view.lastBefore(moment.index, (entry) => entry.what === "saved");
  const cells: [name: string, text: string, icon?: string | undefined][] = [
    is12
      ? status("vital.status", value("cmi.core.lesson_status"))
      : status("vital.completion", value("cmi.completion_status")),
    ...(is12 ? [] : [status("vital.success", value("cmi.success_status"))]),
    [t("vital.score"), scaled !== null ? `${Math.round(Number(scaled) * 100)} %` : (raw ?? t("vital.none"))],
    ...(is12
      ? [
          [t("vital.suspend"), suspend === null ? t("vital.none") : t("vital.chars", { n: suspend.length })] as [
            string,
            string,
          ],
        ]
      : [
          [t("vital.progress"), progress === null ? t("vital.none") : `${Math.round(Number(progress) * 100)} %`] as [
            string,
            string,
          ],
        ]),
    [t("vital.place"), value("cmi.location", "cmi.core.lesson_location") ?? t("vital.none")],
    [t("vital.saved"), saved === null ? t("no") : clock(saved.at), saved === null ? undefined : "save"],
  ];
  return (
    <dl class="vitals">
      {cells.map(([name, text, icon]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd title={text}>
            {icon !== undefined && <Icon name={icon} class={`s-${icon}`} />}
            <span class="clip">{text}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A word of the standard with its sign. */
function status(name: string, word: string | null): [name: string, text: string, icon?: string | undefined] {
  const icon = { passed: "passed", completed: "done", failed: "failed", incomplete: "begun" }[word ?? ""];
  return [t(name), word ?? t("unknown"), icon];
}

function Film({ view }: { view: View }) {
  const shown = view.film.value;
  if (shown.length < 2) return null;
  const now = shown.filter((entry) => entry.moment <= view.at.value).length - 1;
  const from = Math.max(0, Math.min(now - NEAR + 1, shown.length - 2 * NEAR));
  return (
    <ul class="film" aria-label={t("stage.film")}>
      {shown.slice(from, from + 2 * NEAR).map((entry, place) => (
        <li key={entry.id}>
          <button type="button" aria-pressed={from + place === now} onClick={() => view.select(entry)}>
            <img src={view.pictureUrl(entry) ?? ""} alt="" />
            <span class="num">{t("stage.of", { n: entry.moment + 1 })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
