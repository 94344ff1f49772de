// Every view can be taken along as JSON: copied, or saved as a file.

import { t } from "./words";
import type { View } from "./view";

export function copyJson(view: View, value: unknown): Promise<void> {
  return copyText(view, JSON.stringify(value, null, 2));
}

export async function copyText(view: View, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyOldWay(text);
  }
  view.said.value = t("copied");
}

/** Files opened from a disk may not use the clipboard everywhere. */
function copyOldWay(text: string): void {
  const area = document.createElement("textarea");
  area.value = text;
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

export function saveJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${name}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
