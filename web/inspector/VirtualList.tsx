// A list of rows of one height, of which only those in sight exist. One tab stop; the chosen row is told
// by `aria-activedescendant`.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { noteScroll } from "./scrolling";

/** Rows beyond the edges, so that a quick turn of the wheel shows no gap. */
const BEYOND = 4;

/** Rows that exist. Their number stays the same, so that every one of them uses an element that is there. */
interface Range {
  from: number;
  size: number;
  /** What an index has more than its slot, but for whole turns. */
  shift: number;
}

/** Where no row of before is in sight any more, elements stay in their order, and only their words change. */
function moved({ from: before, size: room, shift }: Range, from: number, size: number): Range {
  if (size !== room) return { from, size, shift: 0 };
  if (Math.abs(from - before) < size) return { from, size, shift };
  return { from, size, shift: (((before + shift - from) % size) + size) % size };
}

interface Props {
  label: string;
  count: number;
  rowHeight: number;
  /** The row that must be in sight. */
  chosen: number | null;
  /** Changes when the chosen row is to be shown, although it may be the same. */
  chosenKey: unknown;
  /** Two rows that are shown at a time have different slots: as keys they let elements be used again. */
  row: (index: number, slot: number) => ComponentChildren;
  idOf: (index: number) => string;
  onKey?: (event: KeyboardEvent) => void;
  role?: "listbox" | "tree";
  /** The last row stays in sight while rows are added. */
  follows?: boolean;
  /** Told when somebody scrolls: whether the last row is in sight. */
  onEnd?: (isThere: boolean) => void;
}

export function VirtualList(props: Props) {
  const { label, count, rowHeight, chosen, chosenKey, row, idOf, onKey, role = "listbox", follows = false } = props;
  const box = useRef<HTMLDivElement>(null);
  // Asking the document for these makes it lay itself out, so they are remembered.
  const seen = useRef({ top: 0, height: 0 });
  const [range, setRange] = useState<Range>({ from: 0, size: 60, shift: 0 });
  const look = () => {
    const { top, height } = seen.current;
    const from = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
    const size = Math.ceil(height / rowHeight) + 1 + 2 * BEYOND;
    setRange((old) => (old.from === from && old.size === size ? old : moved(old, from, size)));
  };
  const reveal = () => {
    const { top: shown, height } = seen.current;
    const most = Math.max(0, count * rowHeight - height);
    if (box.current && follows) {
      seen.current.top = most;
      if (most !== shown) box.current.scrollTop = most;
      return look();
    }
    if (!box.current || chosen === null || chosen < 0) return look();
    const top = chosen * rowHeight;
    // One row is left above, so that the head of a group is seen with its first row.
    if (top - rowHeight < shown) seen.current.top = Math.max(0, top - rowHeight);
    else if (top + rowHeight > shown + height) seen.current.top = Math.min(most, top + rowHeight - height);
    if (seen.current.top !== shown) box.current.scrollTop = seen.current.top;
    look();
  };
  const newest = useRef({ reveal, chosen, follows });
  newest.current = { reveal, chosen, follows };
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    // A row that was in sight stays there when the list gets smaller.
    const measure = () => {
      const { top, height } = seen.current;
      seen.current = { top: current.scrollTop, height: current.clientHeight };
      const place = (newest.current.chosen ?? -1) * rowHeight;
      const wasInSight = place >= top - rowHeight && place <= top + height;
      if (height === 0 || wasInSight || newest.current.follows) newest.current.reveal();
      else look();
    };
    measure();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [rowHeight]);
  useLayoutEffect(reveal, [chosenKey, chosen, count, rowHeight, follows]);
  const rows: ComponentChildren[] = [];
  const to = range.from + range.size;
  for (let index = range.from; index < Math.min(to, count); index++)
    rows.push(row(index, (index + range.shift) % range.size));
  const active =
    chosen !== null && chosen >= range.from && chosen < to ? { "aria-activedescendant": idOf(chosen) } : {};
  return (
    <div
      class="virtual"
      ref={box}
      role={role}
      aria-label={label}
      tabIndex={0}
      onScroll={(event) => {
        const { scrollTop } = event.currentTarget;
        const moved = scrollTop !== seen.current.top;
        seen.current.top = scrollTop;
        look();
        // What the list did by itself is nobody's wish.
        if (moved) noteScroll();
        if (moved) props.onEnd?.(scrollTop + seen.current.height >= (count - 1) * rowHeight);
      }}
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
