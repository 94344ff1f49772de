// What a browser sees that Greenroom did not open.

import { wasCodeRefused } from "../pairing";
import { t } from "../strings";

export function Unpaired() {
  return (
    <section class="empty">
      <h1>{t("unpaired.title")}</h1>
      {wasCodeRefused() && <p class="warning-box">{t("unpaired.used")}</p>}
      <p>{t("unpaired.text")}</p>
      <pre class="command">greenroom url</pre>
    </section>
  );
}
