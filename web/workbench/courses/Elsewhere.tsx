// A session that another process plays: what it has recorded, and nothing to hold on to.

import { Icon } from "../../inspector/Icon";
import { Stage as Pictures } from "../../inspector/Stage";
import type { View } from "../../inspector/view";
import { t } from "../strings";

export function Elsewhere({ view }: { view: View | null }) {
  return (
    <div class="other-process">
      <p class="notice is-agent" role="status">
        <Icon name="session" />
        <span class="notice-words">{t("play.otherProcess")}</span>
      </p>
      {view && (
        <div class="inspecting pane-past">
          <Pictures view={view} />
        </div>
      )}
    </div>
  );
}
