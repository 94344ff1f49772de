// Who drives a session, in a few words.

import { t } from "../strings";
import type { SessionCard } from "../wire";
import { ownPage } from "./driving";
import { Icon } from "./Icon";
import { player } from "./state";

export function DriverLabel({ card }: { card: SessionCard }) {
  const look = card.holder ? "person" : card.driver;
  return (
    <span class={`label driver is-${look}`}>
      <Icon name={look === "agent" ? "spark" : look === "person" ? "wheel" : "pause"} /> {driverWords(card)}
    </span>
  );
}

function driverWords({ session_id, holder, driver, agent }: SessionCard): string {
  if (holder) {
    const who = holder.page === ownPage.value ? "you" : "other";
    return t(`watch.${holder.hold}.${who}`, { name: holder.name, agent: agent ?? t("home.anAgent") });
  }
  if (driver === "person" && player.value?.session === session_id) return t("watch.drives.you");
  return driver === "agent" ? t("home.agentDrives", { agent: agent ?? t("home.anAgent") }) : t(`driver.${driver}`);
}
