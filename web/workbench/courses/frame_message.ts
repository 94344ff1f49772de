// A picture on its way from the server.

import type { FrameHeader } from "../wire";

/** The message: the length of the header, the header, a JPEG file. */
export function readFrame(bytes: ArrayBuffer): { header: FrameHeader; jpeg: Blob } {
  const length = new DataView(bytes).getUint32(0);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, length))) as FrameHeader;
  return { header, jpeg: new Blob([new Uint8Array(bytes, 4 + length)], { type: "image/jpeg" }) };
}
