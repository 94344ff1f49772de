// What Greenroom does with a course by itself: check, explore, rehearse. One at a time for each course.

import { useState } from "preact/hooks";
import { humanToken } from "../pairing";
import { t } from "../strings";

type Kind = "check" | "explore" | "rehearse";

interface Done {
  is_good: boolean;
  verdict: string;
  lines: string[];
  report_path: string | null;
}

const DOING: Record<Kind, string> = {
  check: "work.checking",
  explore: "work.exploring",
  rehearse: "work.rehearsing",
};
const KINDS = Object.keys(DOING) as Kind[];

export function Work({ path, title }: { path: string; title: string }) {
  const [doing, setDoing] = useState<Kind | null>(null);
  const [done, setDone] = useState<{ kind: Kind; done: Done } | { kind: Kind; error: string } | null>(null);
  const begin = async (kind: Kind) => {
    setDoing(kind);
    setDone(null);
    try {
      setDone({ kind, done: await ask(path, kind) });
    } catch (error) {
      setDone({ kind, error: error instanceof Error ? error.message : String(error) });
    } finally {
      setDoing(null);
    }
  };
  return (
    <div class="work">
      <div class="actions" role="group" aria-label={t("work.of", { title })}>
        {KINDS.map((kind) => (
          <button key={kind} type="button" class="small" disabled={doing !== null} onClick={() => void begin(kind)}>
            {t(`work.${kind}`)}
          </button>
        ))}
      </div>
      <div role="status" class="work-done">
        {doing !== null && <p class="hint">{t(DOING[doing])}</p>}
        {done !== null && "error" in done && <p class="problem">{done.error}</p>}
        {done !== null && "done" in done && <Outcome kind={done.kind} done={done.done} />}
      </div>
    </div>
  );
}

function Outcome({ kind, done }: { kind: Kind; done: Done }) {
  return (
    <>
      <p class={`status is-${done.is_good ? "good" : "bad"}`}>
        <span aria-hidden="true">{done.is_good ? "✓" : "✗"}</span> {t(`work.${kind}`)}: {done.verdict}
      </p>
      {done.lines.length > 0 && (
        <details>
          <summary>{t("work.details", { n: done.lines.length })}</summary>
          <ul>
            {done.lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      {done.report_path !== null && (
        <p class="hint path">
          {t("work.report")} <code>{done.report_path}</code>
        </p>
      )}
    </>
  );
}

async function ask(path: string, kind: Kind): Promise<Done> {
  const reply = await fetch("/human/courses/work", {
    method: "POST",
    headers: { Authorization: `Bearer ${humanToken() ?? ""}`, "Content-Type": "application/json" },
    body: JSON.stringify({ path, kind }),
  });
  const answer = (await reply.json()) as Done & { error?: string };
  if (!reply.ok) throw new Error(answer.error ?? String(reply.status));
  return answer;
}
