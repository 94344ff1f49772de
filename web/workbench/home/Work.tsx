// What Greenroom does with a course by itself: check, explore, rehearse, play in LMSs, report. One at a time for each course.

import { useState } from "preact/hooks";
import { humanToken } from "../pairing";
import { t } from "../strings";

type Kind = "check" | "explore" | "rehearse" | "lms" | "report";

interface Done {
  is_good: boolean;
  verdict: string;
  lines: string[];
  report_path: string | null;
  /** Where the report can be read, in a tab of its own. */
  report_url: string | null;
}

const DOING: Record<Kind, string> = {
  check: "work.checking",
  explore: "work.exploring",
  rehearse: "work.rehearsing",
  lms: "work.playingInLmss",
  report: "work.reporting",
};
const KINDS = Object.keys(DOING) as Kind[];

export function Work({ path, title }: { path: string; title: string }) {
  const [doing, setDoing] = useState<Kind | null>(null);
  const [done, setDone] = useState<{ kind: Kind; done: Done } | { kind: Kind; error: string } | null>(null);
  const begin = async (kind: Kind) => {
    setDoing(kind);
    setDone(null);
    try {
      const done = await ask(path, kind);
      setDone({ kind, done });
      // Later the browser would hold it back; the link stays.
      if (kind === "report" && done.report_url !== null && navigator.userActivation?.isActive)
        window.open(done.report_url, "_blank", "noopener");
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
          <button
            key={kind}
            type="button"
            class="small quiet"
            disabled={doing !== null}
            onClick={() => void begin(kind)}
          >
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
      {done.report_url !== null && (
        <p>
          <a href={done.report_url} target="_blank" rel="noopener" title={done.report_path ?? ""}>
            {t("work.openReport")}
          </a>
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
