// What a browser sees that Greenroom did not open.

import { Copy } from "../home/Copy";
import { wasCodeRefused } from "../pairing";
import { t } from "../strings";

export function Unpaired() {
  return (
    <section class="empty">
      <h1>{t("unpaired.title")}</h1>
      {wasCodeRefused() && <p class="warning-box">{t("unpaired.used")}</p>}
      <p>{t("unpaired.text")}</p>
      <p class="command-line">
        <code class="command">greenroom url</code>
        <Copy text="greenroom url" />
      </p>
    </section>
  );
}
