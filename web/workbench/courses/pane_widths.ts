// How wide the panes of Play are, remembered by the browser.

import { computed, signal } from "@preact/signals";

export type PaneName = "outline" | "inspector";

interface Width {
  width: number;
  least: number;
  most: number;
}

const KEY = "greenroom.panes";
/** What the course keeps, in pixels. */
const ROOM = 320;
const LEAST: Record<PaneName, number> = { outline: 140, inspector: 260 };

const chosen = signal<Partial<Record<PaneName, number>>>(read());
const page = signal(innerWidth);
addEventListener("resize", () => {
  page.value = innerWidth;
});

/** What fits into the window as it is now; what was chosen comes back in a larger one. */
export const widths = computed<Record<PaneName, Width>>(() => {
  const usual: Record<PaneName, number> =
    page.value <= 1180
      ? { outline: 200, inspector: Math.min(444, page.value * 0.37) }
      : { outline: 252, inspector: Math.min(444, page.value * 0.36) };
  const inspector = fit("inspector", usual, page.value - ROOM - LEAST.outline);
  const outline = fit("outline", usual, page.value - ROOM - inspector.width);
  return { outline, inspector };
});

function fit(pane: PaneName, usual: Record<PaneName, number>, room: number): Width {
  const least = LEAST[pane];
  const most = Math.max(least, room);
  const wanted = chosen.value[pane] ?? usual[pane];
  return { width: Math.min(most, Math.max(least, wanted)), least, most };
}

/** Null: as wide as usual. */
export function resize(pane: PaneName, width: number | null): void {
  const { least, most } = widths.value[pane];
  const next = { ...chosen.value };
  if (width === null) delete next[pane];
  else next[pane] = Math.round(Math.min(most, Math.max(least, width)));
  chosen.value = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
  } catch {
    // No storage: it holds for this page.
  }
}

function read(): Partial<Record<PaneName, number>> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    if (typeof kept !== "object" || kept === null) return {};
    const entries = Object.entries(kept).filter(([, width]) => typeof width === "number" && Number.isFinite(width));
    return Object.fromEntries(entries) as Partial<Record<PaneName, number>>;
  } catch {
    return {};
  }
}
