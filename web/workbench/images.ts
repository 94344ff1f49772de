// Images of an answer: checked by their first bytes, uploaded at once, with a smaller copy where the original is too large to show inline.

import { humanToken } from "./pairing";
import type { Attachment } from "./wire";

export const MAX_BYTES = 10 * 1024 * 1024;
export const MAX_IMAGES = 20;
export const MAX_TOTAL = 32 * 1024 * 1024;
const INLINE_BYTES = 700_000;
const INLINE_EDGE = 1_568;

/** Why an image was refused: a key of the string table. */
export class ImageRefused extends Error {}

/** By magic bytes; a name or a declared type proves nothing. */
export function imageType(bytes: Uint8Array): string | null {
  const starts = (...wanted: number[]) => wanted.every((byte, index) => bytes[index] === byte);
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.slice(from, to));
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return "image/png";
  if (starts(0xff, 0xd8, 0xff)) return "image/jpeg";
  if (["GIF87a", "GIF89a"].includes(letters(0, 6))) return "image/gif";
  if (letters(0, 4) === "RIFF" && letters(8, 12) === "WEBP") return "image/webp";
  return null;
}

export async function upload(requestId: string, blob: Blob, name: string, already: Attachment[]): Promise<Attachment> {
  if (already.length >= MAX_IMAGES) throw new ImageRefused("image.count");
  if (blob.size > MAX_BYTES) throw new ImageRefused("image.large");
  if (already.reduce((sum, one) => sum + one.size, blob.size) > MAX_TOTAL) throw new ImageRefused("image.total");
  const type = imageType(new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
  if (type === null) throw new ImageRefused("image.type");
  const bitmap = await createImageBitmap(blob).catch(() => null);
  if (bitmap === null) throw new ImageRefused("image.type");
  const { width, height } = bitmap;
  const query = new URLSearchParams({ dialog: requestId, name, width: String(width), height: String(height) });
  const stored = await post(`/human/attachments?${query}`, blob, type);
  if (blob.size > INLINE_BYTES || Math.max(width, height) > INLINE_EDGE) {
    const copy = await reduce(bitmap);
    await post(`/human/attachments/${encodeURIComponent(stored.id)}/reduced`, copy, copy.type);
  }
  bitmap.close();
  return stored;
}

const previews = new Map<string, Promise<string>>();

/** A `blob:` address of a stored image; image elements cannot send the token themselves. */
export function preview(id: string): Promise<string> {
  const known = previews.get(id);
  if (known) return known;
  const loading = fetch(`/human/attachments/${encodeURIComponent(id)}`, { headers: authorization() }).then(
    async (reply) => {
      if (!reply.ok) throw new Error(reply.statusText);
      return URL.createObjectURL(await reply.blob());
    },
  );
  loading.catch(() => previews.delete(id));
  previews.set(id, loading);
  return loading;
}

/** One frame of a screen or window that the human picks; then the capture ends. */
export async function captureScreen(): Promise<Blob> {
  const stream = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: false });
  try {
    const video = document.createElement("video");
    video.srcObject = stream;
    video.muted = true;
    await video.play();
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d")?.drawImage(video, 0, 0);
    return await toBlob(canvas, "image/png");
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}

export const canCapture = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === "function";

/** How a screenshot gets into the clipboard on the human's system. */
export function captureTip(): "tip.mac" | "tip.windows" | "tip.linux" {
  const platform = navigator.platform.toLowerCase();
  return platform.startsWith("mac") ? "tip.mac" : platform.startsWith("win") ? "tip.windows" : "tip.linux";
}

/** Smaller edge first, then stronger compression, until it fits. */
async function reduce(bitmap: ImageBitmap): Promise<Blob> {
  let edge = INLINE_EDGE;
  for (;;) {
    const scale = Math.min(1, edge / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    const draw = canvas.getContext("2d");
    if (!draw) throw new ImageRefused("image.failed");
    draw.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const png = await toBlob(canvas, "image/png");
    if (png.size <= INLINE_BYTES) return png;
    // JPEG knows no transparency.
    draw.globalCompositeOperation = "destination-over";
    draw.fillStyle = "#ffffff";
    draw.fillRect(0, 0, canvas.width, canvas.height);
    for (const quality of [0.9, 0.75, 0.6]) {
      const jpeg = await toBlob(canvas, "image/jpeg", quality);
      if (jpeg.size <= INLINE_BYTES) return jpeg;
    }
    edge = Math.round(edge * 0.7);
  }
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new ImageRefused("image.failed"))), type, quality),
  );
}

async function post(path: string, body: Blob, type: string): Promise<Attachment> {
  let reply: Response;
  try {
    reply = await fetch(path, { method: "POST", headers: { ...authorization(), "Content-Type": type }, body });
  } catch {
    throw new ImageRefused("image.offline");
  }
  if (reply.ok) return (await reply.json()) as Attachment;
  throw new ImageRefused(reply.status === 413 ? "image.large" : reply.status === 415 ? "image.type" : "image.failed");
}

function authorization(): { Authorization: string } {
  return { Authorization: `Bearer ${humanToken() ?? ""}` };
}
