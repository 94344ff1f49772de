// What is dropped or chosen: a zip, or a folder, which becomes one on its way.
//
// A browser does not say where a file lies, so the server gets a copy; a folder goes as a zip without compression, so
// that there is one way in, with one set of limits.

import { attempt, openFile } from "../courses/state";
import { t } from "../strings";
import { zipped, type ZipSource } from "./zip";

/** More files than any course has; a folder that was dropped by mistake stops here. */
const MOST_FILES = 20_000;
/** The largest zip of the plain form. */
const MOST_BYTES = 0xffff_0000;

export type Given = { file: File } | { folder: FileSystemDirectoryEntry };

/** What was dropped. It must be asked for while the event lasts. */
export function given(transfer: DataTransfer | null): Given | null {
  const item = [...(transfer?.items ?? [])].find((one) => one.kind === "file");
  const entry = item?.webkitGetAsEntry();
  if (entry?.isDirectory) return { folder: entry as FileSystemDirectoryEntry };
  const file = transfer?.files[0];
  return file ? { file } : null;
}

export async function openGiven(what: Given): Promise<void> {
  if ("file" in what) return openFile(what.file);
  await openFolder(what.folder.name, () => filesOf(what.folder));
}

/** The files of `<input webkitdirectory>`; their paths begin with the name of the folder. */
export async function openChosen(files: File[]): Promise<void> {
  const name = files[0]?.webkitRelativePath.split("/")[0] ?? "";
  const inside = files.map((file) => ({ path: file.webkitRelativePath.split("/").slice(1).join("/"), file }));
  await openFolder(name, () => Promise.resolve(inside));
}

async function openFolder(name: string, list: () => Promise<ZipSource[]>): Promise<void> {
  const zip = await attempt(async () => {
    const files = await list();
    if (!files.some(({ path }) => path === "imsmanifest.xml"))
      throw new Error(t("home.noManifest", { name: name || "/" }));
    if (files.reduce((sum, { file }) => sum + file.size, 0) > MOST_BYTES) throw new Error(t("home.largeFolder"));
    return new File([await zipped(files)], `${name}.zip`, { type: "application/zip" });
  });
  if (zip) await openFile(zip);
}

async function filesOf(folder: FileSystemDirectoryEntry): Promise<ZipSource[]> {
  const found: ZipSource[] = [];
  const folders: [FileSystemDirectoryEntry, path: string][] = [[folder, ""]];
  for (let next = folders.pop(); next; next = folders.pop()) {
    const [from, path] = next;
    for (const entry of await entriesOf(from)) {
      if (found.length + folders.length > MOST_FILES) throw new Error(t("home.largeFolder"));
      if (entry.isDirectory) folders.push([entry as FileSystemDirectoryEntry, `${path}${entry.name}/`]);
      else found.push({ path: `${path}${entry.name}`, file: await fileOf(entry as FileSystemFileEntry) });
    }
  }
  return found;
}

/** A reader gives some entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((done, fail) => entry.file(done, fail));
}
