// The ways out of a course, each with what it means, and the way back to its beginning.

import { Icon } from "../../inspector/Icon";
import { Popover } from "../../inspector/Popover";
import { t } from "../strings";
import type { Leaving } from "../wire";
import { leaveCourse } from "./recording";
import { busy, play } from "./state";

const WAYS: [how: Leaving, words: string][] = [
  ["suspend", "play.suspend"],
  ["exit", "play.exit"],
  ["closed_tab", "play.closedTab"],
  ["lost_connection", "play.lostConnection"],
];

export function Leave({ isMine }: { isMine: boolean }) {
  return (
    <Popover
      face={
        <>
          <Icon name="leave" />
          <span class="roomy">{t("play.leave")}</span>
          <Icon name="down" />
        </>
      }
      look="pick leave"
      label={t("play.leave")}
      name={t("play.leave")}
      paneLook="menu"
      align="end"
      width={320}
    >
      {(close) => (
        <>
          {WAYS.map(([how, words]) => (
            <button
              type="button"
              key={how}
              class="menu-item"
              data-leave={how}
              disabled={!isMine || busy.value}
              onClick={() => {
                close();
                void leaveCourse(how);
              }}
            >
              <b>{t(words)}</b>
              <span class="muted small">{t(`${words}Text`)}</span>
            </button>
          ))}
          <hr />
          <button
            type="button"
            class="menu-item"
            data-start-over
            disabled={busy.value}
            onClick={() => {
              close();
              void play({ start_over: true });
            }}
          >
            <b>{t("play.startOver")}</b>
            <span class="muted small">{t("play.againText")}</span>
          </button>
        </>
      )}
    </Popover>
  );
}
