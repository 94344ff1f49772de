// The newest picture of what an agent plays.

import { useLayoutEffect, useRef } from "preact/hooks";
import { picture } from "./frames";

export function LivePicture({ session, label }: { session: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = picture(session).value;
  useLayoutEffect(() => {
    const element = canvas.current;
    // One that another has replaced meanwhile has no size any more.
    if (!element || !shown || shown.bitmap.width === 0) return;
    const { bitmap } = shown;
    if (element.width !== bitmap.width) element.width = bitmap.width;
    if (element.height !== bitmap.height) element.height = bitmap.height;
    element.getContext("2d")?.drawImage(bitmap, 0, 0);
    element.dataset["frames"] = String(Number(element.dataset["frames"] ?? 0) + 1);
  }, [shown]);
  return <canvas class="live-picture" ref={canvas} role="img" aria-label={label} hidden={shown === null} />;
}
