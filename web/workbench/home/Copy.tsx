// A button that copies a text, and says whether it did.

import { useState } from "preact/hooks";
import { t } from "../strings";

export function Copy({ text }: { text: string }) {
  const [told, setTold] = useState<"home.copy" | "home.copied" | "home.notCopied">("home.copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTold("home.copied");
    } catch {
      // No secure context, or the browser refuses: the text stands there to be marked.
      setTold("home.notCopied");
    }
  };
  return (
    <button type="button" class="small copy" onClick={() => void copy()}>
      <span role="status">{t(told)}</span>
    </button>
  );
}
