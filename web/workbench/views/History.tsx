// What has been asked and how it ended: searched, filtered, exported, deleted.

import { useEffect, useState } from "preact/hooks";
import { download } from "../download";
import { oneLine } from "../markdown/nodes";
import { ask } from "../socket";
import { connection, tell } from "../state";
import { t, time } from "../strings";
import type { DialogState, FromServer, HistoryFilter, HistorySummary } from "../wire";
import { HistoryDetails } from "./HistoryDetails";
import { Lamp } from "./Lamp";

const STATES: DialogState[] = ["COMPLETED", "CANCELLED", "EXPIRED", "ERROR"];
const PAGE = 50;
type Page = Extract<FromServer, { type: "history-page" }>;

export function History() {
  const [filter, setFilter] = useState<HistoryFilter>({});
  const [page, setPage] = useState<Page | null>(null);
  const [asking, setAsking] = useState(false);
  const online = connection.value === "online";
  const load = (offset: number, limit = PAGE) =>
    ask({ type: "history-query", filter, offset, limit }, "history-page").then(
      (next) =>
        setPage((before) => (offset > 0 && before ? { ...next, entries: [...before.entries, ...next.entries] } : next)),
      () => undefined,
    );
  useEffect(() => {
    if (online) void load(0);
  }, [filter, online]);
  const change = (part: HistoryFilter) => setFilter((before) => clean({ ...before, ...part }));
  const exportAll = () =>
    ask({ type: "history-export", filter }, "history-export").then(
      ({ entries }) => download("greenroom-history.json", { entries }),
      (error: Error) => tell(error.message, "warning"),
    );
  const remove = async (dialog_id?: string) => {
    await ask({ type: "history-delete", ...(dialog_id === undefined ? {} : { dialog_id }) }, "done");
    setAsking(false);
    await load(0, Math.min(100, Math.max(PAGE, page?.entries.length ?? 0)));
  };
  const filtered = Object.keys(filter).length > 0;
  return (
    <section class="page" aria-labelledby="history-title">
      <div class="page-head">
        <h1 id="history-title">{t("nav.history")}</h1>
        <p class="hint" data-total={page?.total}>
          {page && t("history.count", { n: page.total })}
        </p>
        <div class="page-actions">
          <button type="button" disabled={!page?.total} onClick={() => void exportAll()}>
            {t("history.export")}
          </button>
          <button type="button" class="quiet" disabled={!page?.total && !filtered} onClick={() => setAsking(true)}>
            {t("history.deleteAll")}
          </button>
        </div>
      </div>
      {asking && (
        <div class="panel" role="alertdialog" aria-label={t("history.deleteAll")}>
          <p>{t("history.deleteAllQuestion")}</p>
          <div class="actions">
            <button type="button" onClick={() => setAsking(false)}>
              {t("history.keep")}
            </button>
            <button type="button" class="danger" onClick={() => void remove()}>
              {t("history.delete")}
            </button>
          </div>
        </div>
      )}
      <Filters page={page} change={change} />
      {page && page.entries.length === 0 ? (
        <div class="empty">
          <Lamp />
          <h2>{t("history.none")}</h2>
          <p>{t(filtered ? "history.noMatch" : "history.noneText")}</p>
        </div>
      ) : (
        <ul class="entries">
          {page?.entries.map((entry) => (
            <Entry key={entry.dialog_id} entry={entry} remove={() => void remove(entry.dialog_id)} />
          ))}
        </ul>
      )}
      {page && page.entries.length < page.total && (
        <button type="button" class="more" onClick={() => void load(page.entries.length)}>
          {t("history.more")}
        </button>
      )}
    </section>
  );
}

function Filters({ page, change }: { page: Page | null; change: (part: HistoryFilter) => void }) {
  return (
    <div class="filters" role="search">
      <label class="grow">
        <span>{t("history.search")}</span>
        <input type="search" name="text" onInput={(event) => change({ text: event.currentTarget.value })} />
      </label>
      <label>
        <span>{t("history.tool")}</span>
        <select name="tool" onChange={(event) => change({ tool: event.currentTarget.value })}>
          <option value="">{t("history.any")}</option>
          {page?.tools.map((tool) => (
            <option key={tool}>{tool}</option>
          ))}
        </select>
      </label>
      <label>
        <span>{t("history.state")}</span>
        <select name="state" onChange={(event) => change({ state: event.currentTarget.value as DialogState })}>
          <option value="">{t("history.any")}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {t(`state.${state}`)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{t("history.project")}</span>
        <select name="project" onChange={(event) => change({ project: event.currentTarget.value })}>
          <option value="">{t("history.any")}</option>
          {page?.projects.map((project) => (
            <option key={project}>{project}</option>
          ))}
        </select>
      </label>
      <label>
        <span>{t("history.from")}</span>
        <input type="date" name="from" onChange={(event) => change({ from: day(event.currentTarget.value, 0) })} />
      </label>
      <label>
        <span>{t("history.until")}</span>
        <input type="date" name="until" onChange={(event) => change({ until: day(event.currentTarget.value, 1) })} />
      </label>
    </div>
  );
}

function Entry({ entry, remove }: { entry: HistorySummary; remove: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <li class="entry" data-entry={entry.dialog_id}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class={`outcome is-${entry.status}`}>{t(`outcome.${entry.status}`)}</span>
          <span class="entry-text">
            <span class="entry-question">{oneLine(entry.question)}</span>
            {entry.answer && <span class="entry-answer">{entry.answer}</span>}
          </span>
          <span class="labels">
            {entry.project && <span class="label project">{entry.project}</span>}
            <span class="label asker">{entry.asker}</span>
            <span class="label tool">{entry.tool}</span>
            <time dateTime={new Date(entry.ended_at).toISOString()}>{time(entry.ended_at)}</time>
          </span>
        </summary>
        {open && <HistoryDetails id={entry.dialog_id} remove={remove} />}
      </details>
    </li>
  );
}

/** Empty members would filter for nothing. */
function clean(filter: HistoryFilter): HistoryFilter {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== "" && value !== 0 && !Number.isNaN(value)),
  );
}

/** Midnight of a chosen day in the human's time zone, in milliseconds; 0 for none. */
function day(value: string, later: number): number {
  if (!value) return 0;
  const date = new Date(`${value}T00:00:00`);
  date.setDate(date.getDate() + later);
  return date.getTime();
}
