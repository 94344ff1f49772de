// What the LMS would have stored, beside what the course believes.

import type { Extra } from "../../inspector/Inspector";
import { Icon } from "../../inspector/Icon";
import { t } from "../strings";
import type { DifferingValue, LmsName, LmsRecord } from "../wire";
import { live } from "./live";
import { lmsRecord } from "./lms_record";
import { playedLms } from "./PlayAs";
import { course } from "./state";

/** A view of the inspector; none while the standard alone counts. */
export function lmsView(): Extra[] {
  const lms = playedLms();
  const session = course.value?.card.session_id;
  if (!lms || session === undefined) return [];
  const known = lmsRecord.value?.session === session ? lmsRecord.value : null;
  const record = known?.record ?? null;
  return [
    {
      tab: "lms",
      title: t("lms.tab"),
      count: record?.differing.length ?? 0,
      isBad: true,
      show: () =>
        record ? (
          <Record lms={lms} record={record} />
        ) : (
          <p class="empty" role="status">
            {known ? known.why : t("lms.reading")}
          </p>
        ),
      content: () => record,
    },
  ];
}

function Record({ lms, record }: { lms: LmsName; record: LmsRecord }) {
  const { differing } = record;
  const title = live.value?.view.titleOf(record.activity) ?? record.activity;
  return (
    <div class="lms" tabIndex={0} role="group" aria-label={t("lms.of", { lms: lms.title })}>
      <header>
        <h2>{t("lms.of", { lms: lms.title })}</h2>
        <p class="muted small">{title}</p>
      </header>
      <p class={`verdict ${differing.length > 0 ? "is-bad" : "is-good"}`} role="status">
        <Icon name={differing.length > 0 ? "warning" : "passed"} />
        {differing.length > 0 ? t("lms.differs", { n: differing.length, lms: lms.title }) : t("lms.same")}
      </p>
      <dl class="vitals lms-vitals">
        <Cell
          name="lms.completion"
          text={t(`lms.${record.completion}`, {}, record.completion)}
          icon={SIGNS[record.completion]}
        />
        <Cell name="lms.status" text={record.status} />
        <Cell name="lms.grade" text={record.grade === null ? t("lms.noGrade") : `${round(record.grade)} %`} />
        <Cell name="lms.score" text={record.score === null ? t("lms.none") : String(round(record.score))} />
        <Cell name="lms.time" text={record.total_time ?? t("lms.none")} />
        <Cell name="lms.next" text={record.next_launch.mode} />
      </dl>
      {record.grade_reason !== null && <Reason text={record.grade_reason} />}
      {record.next_launch.reasons.map((reason) => (
        <Reason key={reason} text={reason} />
      ))}
      {differing.length > 0 && <Differing list={differing} lms={lms} />}
      <Stored record={record} />
    </div>
  );
}

const SIGNS: { [completion: string]: string } = {
  passed: "passed",
  completed: "done",
  failed: "failed",
  incomplete: "begun",
  not_started: "untouched",
};

function Cell({ name, text, icon }: { name: string; text: string; icon?: string | undefined }) {
  return (
    <div>
      <dt>{t(name)}</dt>
      <dd title={text}>
        {icon !== undefined && <Icon name={icon} class={`s-${icon}`} />}
        <span class="clip">{text}</span>
      </dd>
    </div>
  );
}

function Reason({ text }: { text: string }) {
  return (
    <p class="lms-reason">
      <Icon name="warning" class="warn-ink" />
      <span>{text}</span>
    </p>
  );
}

function Differing({ list, lms }: { list: DifferingValue[]; lms: LmsName }) {
  return (
    <table class="lms-differing">
      <thead>
        <tr>
          <th scope="col">{t("lms.believes")}</th>
          <th scope="col">{t("lms.has", { lms: lms.title })}</th>
        </tr>
      </thead>
      <tbody>
        {list.map((one) => (
          <Lost key={one.element} one={one} />
        ))}
      </tbody>
    </table>
  );
}

function Lost({ one }: { one: DifferingValue }) {
  return (
    <tr data-lost={one.element}>
      <th scope="row">
        <code>{one.element}</code>
        <Value text={one.believed} />
      </th>
      <td>
        {one.stored === null ? (
          <b class="bad-ink">
            <Icon name="failed" /> {t("lms.lost")}
          </b>
        ) : (
          <Value text={one.stored} />
        )}
        <span class="muted small">{one.reason}</span>
      </td>
    </tr>
  );
}

function Stored({ record }: { record: LmsRecord }) {
  const stored = Object.entries(record.stored);
  return (
    <details class="lms-stored">
      <summary>{t("lms.stored", { n: stored.length })}</summary>
      <table>
        <tbody>
          {stored.map(([element, value]) => (
            <tr key={element}>
              <th scope="row">
                <code>{element}</code>
              </th>
              <td>
                <Value text={String(value)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Long values in a few lines; all of them are in the JSON. */
function Value({ text }: { text: string }) {
  return <code class="lms-value">{text === "" ? "“”" : text}</code>;
}

const round = (value: number): number => Math.round(value * 100) / 100;
