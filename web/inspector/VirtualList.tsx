// A list of rows of one height, of which only those in sight exist. One tab stop; the chosen row is told
// by `aria-activedescendant`.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";

/** Rows beyond the edges, so that a quick turn of the wheel shows no gap. */
const BEYOND = 8;

interface Props {
  label: string;
  count: number;
  rowHeight: number;
  /** The row that must be in sight. */
  chosen: number | null;
  /** Changes when the chosen row is to be shown, although it may be the same. */
  chosenKey: unknown;
  row: (index: number) => ComponentChildren;
  idOf: (index: number) => string;
  onKey?: (event: KeyboardEvent) => void;
  role?: "listbox" | "tree";
}

export function VirtualList({ label, count, rowHeight, chosen, chosenKey, row, idOf, onKey, role = "listbox" }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ from: 0, to: 60 });
  const look = () => {
    const { current } = box;
    if (!current) return;
    const from = Math.max(0, Math.floor(current.scrollTop / rowHeight) - BEYOND);
    const to = Math.ceil((current.scrollTop + current.clientHeight) / rowHeight) + BEYOND;
    setRange((old) => (old.from === from && old.to === to ? old : { from, to }));
  };
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || chosen === null || chosen < 0) return;
    const top = chosen * rowHeight;
    const bottom = top + rowHeight;
    // The first row of a group hides no chosen row: one row is left above.
    if (top - rowHeight < current.scrollTop) current.scrollTop = top - rowHeight;
    else if (bottom > current.scrollTop + current.clientHeight) current.scrollTop = bottom - current.clientHeight;
    look();
  }, [chosenKey, chosen, count, rowHeight]);
  useLayoutEffect(() => {
    look();
    if (typeof ResizeObserver === "undefined" || !box.current) return;
    const observer = new ResizeObserver(look);
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [rowHeight, count]);
  const rows: ComponentChildren[] = [];
  for (let index = range.from; index < Math.min(range.to, count); index++) rows.push(row(index));
  const active =
    chosen !== null && chosen >= range.from && chosen < range.to ? { "aria-activedescendant": idOf(chosen) } : {};
  return (
    <div
      class="virtual"
      ref={box}
      role={role}
      aria-label={label}
      tabIndex={0}
      onScroll={look}
      {...(onKey ? { onKeyDown: onKey } : {})}
      {...active}
    >
      <div class="virtual-all" role="presentation" style={{ height: `${count * rowHeight}px` }}>
        <div class="virtual-rows" role="presentation" style={{ transform: `translateY(${range.from * rowHeight}px)` }}>
          {rows}
        </div>
      </div>
    </div>
  );
}
