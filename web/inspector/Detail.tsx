// One entry: the sentence first, then the call, what it changed, and what it belongs to.

import { useMemo } from "preact/hooks";
import type { Effect } from "../../crates/scorm-wasm/js/engine.js";
import { inWords } from "./exceptions";
import { copyJson } from "./files";
import { CalledFrom } from "./CalledFrom";
import { Icon } from "./Icon";
import { related } from "./related";
import type { Entry, Line } from "./source";
import { title, type View } from "./view";
import { decides } from "./why";
import { clock, t } from "./words";

export function Detail({ view, entry }: { view: View; entry: Entry | null }) {
  // What led to a moment is asked of the engine once, not with every row that moves.
  const known = useMemo(() => {
    if (!entry || entry.record) return { effects: [] as Effect[], line: null as Line | null };
    return { effects: view.source.effectsAt(entry.moment), line: view.source.lineAt(entry.moment) };
  }, [entry?.id]);
  if (!entry && view.source.isLive) return null;
  if (!entry)
    return (
      <section class="detail" aria-label={t("detail")}>
        <p class="muted">{t("detail.none")}</p>
      </section>
    );
  const json = { entry, ...(entry.record ? {} : { journal: known.line, effects: known.effects }) };
  return (
    <section class="detail" aria-label={t("detail")} tabIndex={0}>
      <header>
        <Icon name={entry.level === "plain" ? entry.kind : entry.level} class={`k-${entry.kind} ${entry.level}`} />
        <div class="grow">
          <h2>{sentence(entry, view)}</h2>
          <p class="muted small">
            {[
              t("scrub.at", { n: entry.moment + 1, all: view.source.moments }),
              clock(entry.at),
              entry.by ? t(`by.${entry.by}`) : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        {view.seesNow.value && (
          <button type="button" class="see" title="Enter" onClick={() => view.see(entry)}>
            {t("detail.see")}
          </button>
        )}
        <button
          type="button"
          class="quiet only"
          title={t("copy")}
          aria-label={t("copy")}
          onClick={() => copyJson(view, json)}
        >
          <Icon name="copy" />
        </button>
        {view.source.isLive && (
          <button
            type="button"
            class="quiet only"
            title={t("detail.close")}
            aria-label={t("detail.close")}
            onClick={() => view.showNew()}
          >
            <Icon name="close" />
          </button>
        )}
      </header>
      <div class="two">
        <div class="told">
          {entry.record ? (
            <Record entry={entry} view={view} />
          ) : (
            <Journal entry={entry} view={view} line={known.line} effects={known.effects} />
          )}
          <Belongs entry={entry} view={view} />
        </div>
        <Seen entry={entry} view={view} />
      </div>
    </section>
  );
}

/** What was on the screen then, and the way there. */
function Seen({ entry, view }: { entry: Entry; view: View }) {
  const own = view.pictureUrl(entry);
  const picture = own === null ? view.pictureAt(entry.moment) : { entry, url: own };
  if (!picture) return null;
  return (
    <div class="seen">
      <a
        class="thumb"
        href={picture.url}
        target="_blank"
        rel="noreferrer"
        title={`${t("stage.of", { n: picture.entry.moment + 1 })}. ${t("stage.full")}`}
      >
        <img
          src={picture.url}
          alt={t("stage.alt", { n: picture.entry.moment + 1, title: view.titleOf(picture.entry.activity) })}
        />
      </a>
    </div>
  );
}

function sentence(entry: Entry, view: View): string {
  if (entry.kind === "call" && entry.level === "error") return t("detail.refused");
  const about =
    entry.kind === "decision" ? view.titleOf(entry.value) || entry.value : entry.kind === "call" ? "" : entry.value;
  return [title(entry), entry.subject, about].filter(Boolean).join(" ");
}

function Journal({ entry, view, line, effects }: { entry: Entry; view: View; line: Line | null; effects: Effect[] }) {
  const event = line && "event" in line ? line.event : null;
  const call = event?.event.kind === "api_called" ? event.event : null;
  const answered = effects.find((effect) => effect.effect === "answered");
  const error = answered?.effect === "answered" ? answered.error : 0;
  const explained = error === 0 ? null : view.source.explain(error);
  const changes = effects.flatMap((effect) => (effect.effect === "data_changed" ? effect.changes : []));
  const shown = entry.kind === "data" ? changes.filter((one) => one.element === entry.subject) : changes;
  return (
    <>
      {call && (
        <pre class="call">
          {call.function}({call.args.map((one) => JSON.stringify(one)).join(", ")})
          {answered?.effect === "answered" && ` → ${JSON.stringify(answered.value)}`}
          {error !== 0 && (
            <>
              {" · "}
              <b class="bad-ink">{error}</b>
            </>
          )}
        </pre>
      )}
      {call && (call.origin ?? "content") === "content" && <CalledFrom view={view} frames={event?.source ?? []} />}
      {explained && (
        <p>
          {explained[0]}
          {explained[1] !== "" && <span class="muted"> {explained[1]}</span>}
        </p>
      )}
      {event?.cut && <p class="warn-ink">{t("detail.cut")}</p>}
      {shown.length > 0 && (
        <dl class="changes">
          {shown.slice(0, 20).map((change) => (
            <div key={change.element}>
              <dt>
                <code>{change.element}</code>
              </dt>
              <dd>
                <span class="muted">{t("detail.before")} </span>
                <Value value={change.before} />
              </dd>
              <dd>
                <span class="muted">{t("detail.after")} </span>
                <Value value={change.after} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {entry.kind === "decision" && entry.code !== "" && (
        <p>
          {inWords(entry.code, view.source.meaning(entry.code))} <code>{entry.code}</code>
        </p>
      )}
      {event?.took_us !== undefined && event.took_us > 0 && (
        <p class="muted small">{t("detail.took", { n: event.took_us })}</p>
      )}
    </>
  );
}

function Value({ value }: { value: string | null }) {
  return value === null ? <span class="muted">{t("detail.notset")}</span> : <code class="value">{value}</code>;
}

function Record({ entry, view }: { entry: Entry; view: View }) {
  return (
    <>
      {entry.from && <CalledFrom view={view} frames={[entry.from]} />}
      {entry.record?.payload && <pre class="call">{JSON.stringify(entry.record.payload, null, 1)}</pre>}
    </>
  );
}

function Belongs({ entry, view }: { entry: Entry; view: View }) {
  const relations = related(view.source.entries, entry);
  const isDecision = decides(entry);
  const stores =
    entry.kind === "data" || (entry.kind === "call" && entry.what === "SetValue" && entry.level !== "error");
  if (relations.length === 0 && !isDecision && !stores) return null;
  return (
    <p class="belongs">
      <span class="muted">{t("detail.belongs")}</span>
      {isDecision && (
        <button type="button" class="linkish" onClick={() => (view.tab.value = "why")}>
          <Icon name="decision" />
          {t("detail.why")}
        </button>
      )}
      {stores && (
        <button
          type="button"
          class="linkish"
          onClick={() => {
            view.dataText.value = entry.subject;
            view.dataActivity.value = entry.activity;
            view.tab.value = "data";
          }}
        >
          <Icon name="data" />
          {t("detail.data")}
        </button>
      )}
      {relations.map(({ how, entry: one }) => (
        <button type="button" class="linkish" key={`${how}${one.id}`} onClick={() => view.select(one)}>
          <Icon name={one.kind} />
          {t(`detail.${how}`, { n: one.moment + 1 })}: {title(one)}
        </button>
      ))}
    </p>
  );
}
