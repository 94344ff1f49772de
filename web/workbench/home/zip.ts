// A zip of stored files: what a folder becomes on its way to the server.

export interface ZipSource {
  /** With forward slashes, from the folder on. */
  path: string;
  file: Blob;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Names are UTF-8. */
const FLAGS = 0x0800;

/** The files are read once for their sums; their bytes are taken from the disk again when the zip is sent. */
export async function zipped(files: ZipSource[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  let directorySize = 0;
  for (const { path, file } of files) {
    const name = new TextEncoder().encode(path);
    const sum = await crc32(file);
    const local = header(LOCAL, 30, (at) => facts(at, 4, sum, file.size, name.length));
    parts.push(local, name, file);
    const central = header(CENTRAL, 46, (at) => {
      at.setUint16(4, 20, true);
      facts(at, 6, sum, file.size, name.length);
      at.setUint32(42, offset, true);
    });
    directory.push(central, name);
    directorySize += central.byteLength + name.length;
    offset += local.byteLength + name.length + file.size;
  }
  const end = header(END, 22, (at) => {
    at.setUint16(8, files.length, true);
    at.setUint16(10, files.length, true);
    at.setUint32(12, directorySize, true);
    at.setUint32(16, offset, true);
  });
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** What both headers of a file say, from the version on. Times are left at the first that a zip knows. */
function facts(at: DataView, from: number, sum: number, size: number, name: number): void {
  at.setUint16(from, 20, true);
  at.setUint16(from + 2, FLAGS, true);
  at.setUint16(from + 8, 0x21, true);
  at.setUint32(from + 10, sum, true);
  at.setUint32(from + 14, size, true);
  at.setUint32(from + 18, size, true);
  at.setUint16(from + 22, name, true);
}

function header(mark: number, length: number, fill: (at: DataView) => void): ArrayBuffer {
  const bytes = new ArrayBuffer(length);
  const at = new DataView(bytes);
  at.setUint32(0, mark, true);
  fill(at);
  return bytes;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

async function crc32(file: Blob): Promise<number> {
  let sum = 0xffffffff;
  const reader = file.stream().getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return (sum ^ 0xffffffff) >>> 0;
    for (const byte of value) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  }
}
