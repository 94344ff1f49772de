// The open sessions, of this process and of others.

import { useEffect } from "preact/hooks";
import { Icon } from "../../inspector/Icon";
import { DriverLabel } from "../courses/DriverLabel";
import { drive } from "../courses/driving";
import { whyOnlySeen } from "../courses/Elsewhere";
import { isSeen, unwatchFrames, watchFrames } from "../courses/frames";
import { closeSession, isOnlySeen, online, saveTrace } from "../courses/state";
import { inWords, type Tone, tone } from "../courses/words";
import { now, show } from "../state";
import { age, t } from "../strings";
import type { SessionCard } from "../wire";
import { CardPicture } from "./CardPicture";
import { FindingsTags } from "./FindingsTag";
import { Work } from "./Work";

const SIGNS: Record<Tone, string> = { good: "passed", bad: "failed", half: "begun", none: "untouched" };

export function Sessions({ list }: { list: SessionCard[] }) {
  const agents = list.filter((card) => card.driver === "agent");
  const wanted = agents
    .filter((card) => !isOnlySeen(card))
    .map((card) => card.session_id)
    .join(" ");
  const isOnline = online();
  const isVisible = isSeen.value;
  useEffect(() => {
    if (!isOnline || !isVisible || wanted === "") return;
    const view = {};
    watchFrames(view, wanted.split(" "), "calm");
    return () => unwatchFrames(view);
  }, [isOnline, isVisible, wanted]);
  return (
    <section aria-labelledby="sessions-title">
      <div class="section-head">
        <h2 id="sessions-title">{t("home.sessions")}</h2>
        <span class="hint">{t("home.count", { n: list.length, agents: agents.length })}</span>
      </div>
      <ul class="tiles">
        {list.map((card) => (
          <Tile key={card.session_id} card={card} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ card }: { card: SessionCard }) {
  return (
    <li class="tile" data-session={card.session_id}>
      <div class="tile-picture">
        <CardPicture card={card} />
        <DriverLabel card={card} />
      </div>
      <div class="tile-text">
        <div class="between">
          <h3>{card.title}</h3>
          <span class="hint">{age(now.value - card.started_at)}</span>
        </div>
        <p class={`status is-${tone(card.status)}`}>
          <Icon name={SIGNS[tone(card.status)]} />
          <span>
            {card.activity ? `${card.activity} · ` : ""}
            {inWords(card.status)}
          </span>
        </p>
        <p class="labels">
          {card.scorm_version && <span class="label">SCORM {card.scorm_version.replace("_", " ")}</span>}
          <FindingsTags findings={card.findings} />
        </p>
        <p class="hint path" title={card.path}>
          {card.path}
        </p>
        {isOnlySeen(card) && (
          <p class="hint elsewhere" title={whyOnlySeen(card)}>
            {t("home.elsewhere")}
          </p>
        )}
        <Acts card={card} />
        <Work path={card.path} title={card.title} />
      </div>
    </li>
  );
}

function Acts({ card }: { card: SessionCard }) {
  const takeOver = async () => {
    if (await drive(card.session_id, { wish: "take_over" })) show("play", card.session_id);
  };
  const act = isOnlySeen(card)
    ? "home.inspect"
    : { agent: "home.watch", person: "home.goOn", nobody: "home.play" }[card.driver];
  return (
    <div class="actions">
      <button type="button" class="primary" onClick={() => show("play", card.session_id)}>
        {t(act)}
      </button>
      {isOnlySeen(card) ? (
        <button type="button" onClick={() => void saveTrace(card.session_id)}>
          {t("home.trace")}
        </button>
      ) : card.driver === "agent" ? (
        <button type="button" data-take onClick={() => void takeOver()}>
          {t("watch.take")}
        </button>
      ) : (
        <button type="button" class="quiet" onClick={() => void closeSession(card.session_id)}>
          {t("home.close")}
        </button>
      )}
    </div>
  );
}
