// One entry of the history, whole.

import { useEffect, useState } from "preact/hooks";
import { Preview } from "../dialogs/Images";
import { ask } from "../socket";
import { t, time } from "../strings";
import type { HistoryEntry } from "../wire";

export function HistoryDetails({ id, remove }: { id: string; remove: () => void }) {
  const [entry, setEntry] = useState<HistoryEntry | null>(null);
  useEffect(() => {
    ask({ type: "history-get", dialog_id: id }, "history-entry").then(
      (reply) => setEntry(reply.entry),
      () => undefined,
    );
  }, [id]);
  if (!entry) return null;
  const { response } = entry;
  const images = response?.attachments ?? [];
  return (
    <div class="entry-details">
      {response?.answer !== undefined && response.answer !== null && (
        <>
          <h3>{t("history.answer")}</h3>
          <pre>{JSON.stringify(response.answer, null, 2)}</pre>
        </>
      )}
      {response?.comment && (
        <>
          <h3>{t("history.commentHead")}</h3>
          <p>{response.comment}</p>
        </>
      )}
      {images.length > 0 && (
        <ul class="previews">
          {images.map((one) => (
            <Preview key={one.id} attachment={one} />
          ))}
        </ul>
      )}
      {entry.error && <p class="problem">{entry.error}</p>}
      <h3>{t("history.parameters")}</h3>
      <pre>{JSON.stringify(entry.parameters, null, 2)}</pre>
      <dl class="parameters">
        <Row
          name={t("history.asked")}
          value={`${time(entry.createdAt)} · ${entry.asker}${entry.session_label ? ` · ${entry.session_label}` : ""}`}
        />
        {response?.source && <Row name={t("history.source")} value={response.source} />}
        {entry.answered_by?.proof && <Row name={t("history.proof")} value={t(`proof.${entry.answered_by.proof}`)} />}
        {entry.answered_by && (
          <Row name={t("history.by")} value={`${entry.answered_by.user_agent} · ${entry.answered_by.connection}`} />
        )}
        <Row
          name={t("history.delivered")}
          value={entry.delivered_at ? time(entry.delivered_at) : t("history.notDelivered")}
        />
        <Row name="dialog_id" value={entry.dialog_id} />
      </dl>
      <button type="button" class="quiet danger-text" onClick={remove}>
        {t("history.delete")}
      </button>
    </div>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
