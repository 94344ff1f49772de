// What a browser sees that Greenroom did not open.

import { t } from "../strings";

export function Unpaired() {
  return (
    <section class="empty">
      <h1>{t("unpaired.title")}</h1>
      <p>{t("unpaired.text")}</p>
      <pre class="command">greenroom url</pre>
    </section>
  );
}
