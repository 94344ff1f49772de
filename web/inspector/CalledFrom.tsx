// The line of the course that made a call, with its neighbours, and who called that.

import { useEffect, useState } from "preact/hooks";
import { besides, callerOf, placeOf } from "./call_source";
import { copyText } from "./files";
import { Icon } from "./Icon";
import type { CallFrame, SourceLines } from "./source";
import type { View } from "./view";
import { t } from "./words";

export function CalledFrom({ view, frames }: { view: View; frames: readonly CallFrame[] }) {
  const main = callerOf(frames);
  const [chosen, choose] = useState<CallFrame | null>(null);
  const frame = frames.find((one) => one === chosen) ?? main;
  const lines = useLines(view, frame);
  if (!frame) return <p class="muted small">{t("from.unknown")}</p>;
  const others = frames.filter((one) => one !== frame);
  const path = `${lines?.path ?? frame.file}:${frame.line}`;
  return (
    <figure class="from">
      <figcaption>
        <span class="clip">
          <code>
            <b>{frame.file}</b>
          </code>{" "}
          {t("from.line", { n: frame.line })}
          {frame.function !== undefined && <span class="muted"> {t("from.in", { name: frame.function })}</span>}
        </span>
        {others.map((one) => (
          <button type="button" class="linkish small" key={placeOf(one)} onClick={() => choose(one)}>
            {frames.indexOf(one) > frames.indexOf(frame)
              ? t("from.by", { place: besides(one, frame) })
              : besides(one, frame)}
          </button>
        ))}
        <span class="grow" />
        <button
          type="button"
          class="linkish small"
          onClick={() => {
            view.text.value = `file:${frame.file}:${frame.line}`.replace(/\s.*$/, "");
          }}
        >
          {t("from.others")}
        </button>
        <button
          type="button"
          class="quiet only"
          title={`${t("from.copy")}: ${path}`}
          aria-label={t("from.copy")}
          onClick={() => void copyText(view, path)}
        >
          <Icon name="copy" />
        </button>
      </figcaption>
      {lines ? (
        <pre tabIndex={0}>
          {lines.lines.map((text, index) => {
            const number = lines.first + index;
            return (
              <span key={number} class={number === frame.line ? "here" : ""}>
                <i>{number}</i>
                {text}
                {"\n"}
              </span>
            );
          })}
        </pre>
      ) : (
        lines === null && <p class="muted small">{t("from.nolines")}</p>
      )}
    </figure>
  );
}

/** The lines around a place: undefined while they are on their way, null if there are none. */
function useLines(view: View, frame: CallFrame | undefined): SourceLines | null | undefined {
  const [found, setFound] = useState<{ place: string; lines: SourceLines | null } | null>(null);
  const place = frame ? placeOf(frame) : "";
  useEffect(() => {
    let isOn = true;
    if (frame) void view.source.linesAt(frame).then((lines) => isOn && setFound({ place, lines }));
    return () => {
      isOn = false;
    };
  }, [place, view]);
  return found?.place === place ? found.lines : undefined;
}
