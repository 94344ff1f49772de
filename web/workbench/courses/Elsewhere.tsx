// A session of another process that cannot be driven from here: what it has recorded, and why that is all.

import { Icon } from "../../inspector/Icon";
import { Stage as Pictures } from "../../inspector/Stage";
import type { View } from "../../inspector/view";
import { t } from "../strings";
import type { SessionCard } from "../wire";

export function Elsewhere({ view, card }: { view: View | null; card: SessionCard }) {
  return (
    <div class="other-process">
      <p class="notice is-agent" role="status">
        <Icon name="session" />
        <span class="notice-words">{whyOnlySeen(card)}</span>
      </p>
      {view && (
        <div class="inspecting pane-past">
          <Pictures view={view} />
        </div>
      )}
    </div>
  );
}

/** Why a session of another process is only looked at. */
export function whyOnlySeen(card: SessionCard): string {
  return t(`play.otherProcess.${card.out_of_reach ?? "not_agent"}`);
}
