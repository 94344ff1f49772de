// A button that opens a small pane beside it: a menu, a form, a reason.
//
// The browser closes it by Escape, by a click elsewhere and when another one opens. A click into the frame of a
// course is none of this page, so the loss of focus counts too.

import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

/** Pixels between the pane, its button and the edges of the window. */
const GAP = 6;

export interface PopoverProps {
  /** What the button shows. */
  face: ComponentChildren;
  /** The button's name, where its face is not enough. */
  label?: string;
  title?: string;
  look?: string;
  /** What the pane is, for those who cannot see it. */
  name: string;
  paneLook?: string;
  /** Of the pane, in pixels. */
  width?: number;
  /** Which edges of button and pane are in line. */
  align?: "start" | "end";
  disabled?: boolean;
  data?: Record<`data-${string}`, string>;
  children: (close: () => void) => ComponentChildren;
}

export function Popover(props: PopoverProps) {
  const { width = 320, align = "start" } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [style, setStyle] = useState<Record<string, string>>({});
  const close = () => {
    pane.current?.hidePopover();
    button.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const hide = () => pane.current?.hidePopover();
    addEventListener("blur", hide);
    addEventListener("resize", hide);
    return () => {
      removeEventListener("blur", hide);
      removeEventListener("resize", hide);
    };
  }, [open]);
  return (
    <>
      <button
        type="button"
        ref={button}
        class={props.look ?? ""}
        popovertarget={id}
        aria-expanded={open}
        aria-haspopup="dialog"
        disabled={props.disabled ?? false}
        {...(props.label === undefined ? {} : { "aria-label": props.label })}
        {...(props.title === undefined ? {} : { title: props.title })}
        {...props.data}
      >
        {props.face}
      </button>
      <div
        id={id}
        ref={pane}
        popover="auto"
        role="dialog"
        aria-label={props.name}
        class={`popover ${props.paneLook ?? ""}`}
        style={style}
        onBeforeToggle={(event) => {
          const isOpening = event.newState === "open";
          if (isOpening && button.current) setStyle(beside(button.current.getBoundingClientRect(), width, align));
          setOpen(isOpening);
        }}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          close();
        }}
      >
        {open && props.children(close)}
      </div>
    </>
  );
}

/** A pane lies on top of everything: Escape is meant for it. */
export function isPopoverOpen(): boolean {
  return document.querySelector(":popover-open") !== null;
}

/** Below the button, or above it where more room is. */
function beside(button: DOMRect, width: number, align: "start" | "end"): Record<string, string> {
  const wide = Math.min(width, innerWidth - 2 * GAP);
  const wanted = align === "start" ? button.left : button.right - wide;
  const left = Math.max(GAP, Math.min(wanted, innerWidth - wide - GAP));
  const isBelow = button.top < innerHeight - button.bottom;
  const room = isBelow ? innerHeight - button.bottom : button.top;
  return {
    width: `${wide}px`,
    left: `${left}px`,
    maxHeight: `${room - 2 * GAP}px`,
    ...(isBelow
      ? { top: `${button.bottom + GAP}px`, bottom: "auto" }
      : { bottom: `${innerHeight - button.top + GAP}px`, top: "auto" }),
  };
}
