// The developer's panel: every message between agents, server and pages, and what the numbers say.

import { useEffect, useState } from "preact/hooks";
import { download } from "../download";
import { watchInspector } from "../inbox";
import { ask, send } from "../socket";
import { connection, inspected, inspecting, tell } from "../state";
import { t } from "../strings";
import type { InspectorEntry, InspectorFilter } from "../wire";
import { Lamp } from "./Lamp";
import { MetricsTable } from "./MetricsTable";

/** Rendering all 2,000 at once would stall the page; filters reach the others. */
const SHOWN = 300;

export function Inspector() {
  const [filter, setFilter] = useState<InspectorFilter>({});
  useEffect(() => {
    watchInspector(true);
    return () => watchInspector(false);
  }, []);
  const all = inspected.value;
  const entries = all.filter((entry) => matches(entry, filter));
  const exportAll = () =>
    ask({ type: "inspector-export", filter }, "inspector-export").then(
      (reply) => {
        download("mcp-debug.json", reply.export);
        tell(t("inspector.exported", { path: reply.path }), "success");
      },
      (error: Error) => tell(error.message, "warning"),
    );
  const change = (part: InspectorFilter) => setFilter((before) => given({ ...before, ...part }));
  return (
    <section class="page" aria-labelledby="inspector-title">
      <div class="page-head">
        <h1 id="inspector-title">{t("nav.inspector")}</h1>
        <label class="check">
          <input
            type="checkbox"
            name="record"
            checked={inspecting.value}
            onChange={(event) => record(event.currentTarget.checked)}
          />
          <span>{t("inspector.record")}</span>
        </label>
        <div class="page-actions">
          <button
            type="button"
            disabled={connection.value !== "online" || all.length === 0}
            onClick={() => void exportAll()}
          >
            {t("inspector.export")}
          </button>
        </div>
      </div>
      <Filters filter={filter} change={change} />
      {entries.length === 0 ? (
        <div class="empty">
          <Lamp />
          <h2>{t("inspector.none")}</h2>
          <p>{t(inspecting.value ? "inspector.noneYet" : "inspector.noneText")}</p>
        </div>
      ) : (
        <ol class="messages" aria-label={t("inspector.list")} reversed>
          {entries
            .slice(-SHOWN)
            .reverse()
            .map((entry) => (
              <Message key={entry.n} entry={entry} />
            ))}
        </ol>
      )}
      <MetricsTable />
    </section>
  );
}

/** "Any" is not a filter, so it is left out. */
function given(filter: InspectorFilter): InspectorFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
}

function record(on: boolean): void {
  inspecting.value = on;
  send({ type: "inspector-switch", on });
}

function Filters({ filter, change }: { filter: InspectorFilter; change: (part: InspectorFilter) => void }) {
  const tools = unique(inspected.value.map((entry) => entry.tool ?? ""));
  const askers = unique(inspected.value.map((entry) => entry.asker));
  const chosen = filter.tools ?? [];
  return (
    <div class="filters" role="search">
      <label class="grow">
        <span>{t("inspector.text")}</span>
        <input type="search" name="text" onInput={(event) => change({ text: event.currentTarget.value })} />
      </label>
      <label>
        <span>{t("inspector.direction")}</span>
        <select name="direction" onChange={(event) => change({ direction: event.currentTarget.value as "incoming" })}>
          <option value="">{t("history.any")}</option>
          <option value="incoming">{t("inspector.incoming")}</option>
          <option value="outgoing">{t("inspector.outgoing")}</option>
        </select>
      </label>
      <label>
        <span>{t("inspector.asker")}</span>
        <select name="asker" onChange={(event) => change({ asker: event.currentTarget.value })}>
          <option value="">{t("history.any")}</option>
          {askers.map((asker) => (
            <option key={asker}>{asker}</option>
          ))}
        </select>
      </label>
      {tools.length > 0 && (
        <div class="tags" role="group" aria-label={t("inspector.tools")}>
          {tools.map((tool) => (
            <button
              key={tool}
              type="button"
              class="chip"
              aria-pressed={chosen.includes(tool)}
              onClick={() =>
                change({ tools: chosen.includes(tool) ? chosen.filter((one) => one !== tool) : [...chosen, tool] })
              }
            >
              {tool}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Message({ entry }: { entry: InspectorEntry }) {
  const [open, setOpen] = useState(false);
  return (
    <li class={`message is-${entry.direction}`} data-n={entry.n} data-direction={entry.direction}>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="arrow" role="img" aria-label={t(`inspector.${entry.direction}`)}>
            {entry.direction === "incoming" ? "→" : "←"}
          </span>
          <time>{new Date(entry.timestamp).toISOString().slice(11, 23)}</time>
          <span class="message-asker">{entry.asker}</span>
          <span class="message-tool">{entry.tool}</span>
          <code>{JSON.stringify(entry.message).slice(0, 160)}</code>
          <span class="message-size">{t("inspector.bytes", { n: entry.size })}</span>
        </summary>
        {open && <pre>{JSON.stringify(entry.message, null, 2)}</pre>}
      </details>
    </li>
  );
}

function matches(entry: InspectorEntry, filter: InspectorFilter): boolean {
  if (filter.tools?.length && !filter.tools.includes(entry.tool ?? "")) return false;
  if (filter.direction && entry.direction !== filter.direction) return false;
  if (filter.asker && entry.asker !== filter.asker) return false;
  return !filter.text || JSON.stringify(entry.message).toLowerCase().includes(filter.text.toLowerCase());
}

function unique(values: string[]): string[] {
  return [...new Set(values)].filter(Boolean).sort();
}
