// A folder that is dropped becomes a zip of stored files.

import assert from "node:assert/strict";
import { test } from "node:test";
import { zipped } from "../workbench/home/zip";

test("a zip has names, sums, sizes and places as the format says", async () => {
  const zip = await zipped([
    { path: "a/ü.txt", file: new Blob(["123456789"]) },
    { path: "leer", file: new Blob([]) },
  ]);
  const bytes = new DataView(await zip.arrayBuffer());
  const name = new TextEncoder().encode("a/ü.txt");
  assert.equal(bytes.getUint32(0, true), 0x04034b50);
  assert.equal(bytes.getUint16(6, true), 0x0800, "names are UTF-8");
  assert.equal(bytes.getUint16(8, true), 0, "stored");
  // The check value of CRC-32.
  assert.equal(bytes.getUint32(14, true), 0xcbf43926);
  assert.deepEqual([bytes.getUint32(18, true), bytes.getUint32(22, true)], [9, 9]);
  assert.equal(bytes.getUint16(26, true), name.length);
  const second = 30 + name.length + 9;
  assert.equal(bytes.getUint32(second, true), 0x04034b50);
  const end = bytes.byteLength - 22;
  assert.equal(bytes.getUint32(end, true), 0x06054b50);
  assert.equal(bytes.getUint16(end + 10, true), 2);
  const directory = bytes.getUint32(end + 16, true);
  assert.equal(bytes.getUint32(end + 12, true), end - directory);
  assert.equal(bytes.getUint32(directory, true), 0x02014b50);
  assert.equal(bytes.getUint32(directory + 16, true), 0xcbf43926);
  const next = directory + 46 + name.length;
  assert.equal(bytes.getUint32(next + 42, true), second, "where its local header lies");
});
