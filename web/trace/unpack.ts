// What the file holds: base64 in script elements that nobody runs, most of it compressed.

/** The bytes of a block of this page. */
export function bytesOf(id: string): Uint8Array<ArrayBuffer> {
  const text = document.getElementById(id)?.textContent ?? "";
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** The bytes of a compressed block. */
export async function unpacked(id: string): Promise<ArrayBuffer> {
  const packed = new Blob([bytesOf(id)]).stream();
  return new Response(packed.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
}

export async function textOf(id: string): Promise<string> {
  return new TextDecoder().decode(await unpacked(id));
}
