import type { PickedFile } from '../client.ts';

/** Files of a chooser: a chosen folder names each file's place in it. */
export function chosenFiles(list: FileList): PickedFile[] {
  return [...list].map((file) => ({ file, relativePath: file.webkitRelativePath || file.name }));
}

/** Everything that was dropped, folders walked. Must be called before the drop event ends, which empties it. */
export async function droppedFiles(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = [...transfer.items].flatMap((item) => {
    const entry = item.kind === 'file' ? item.webkitGetAsEntry() : null;
    return entry === null ? [] : [entry];
  });
  if (entries.length === 0) return chosenFiles(transfer.files);
  const walked = await Promise.all(entries.map((entry) => walk(entry, '')));
  return walked.flat();
}

async function walk(entry: FileSystemEntry, parent: string): Promise<PickedFile[]> {
  const relativePath = `${parent}${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    return [{ file, relativePath }];
  }
  const inside = await children(entry as FileSystemDirectoryEntry);
  const walked = await Promise.all(inside.map((child) => walk(child, `${relativePath}/`)));
  return walked.flat();
}

/** A directory reader hands its entries out in portions; an empty one is the end. */
async function children(directory: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const portion = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (portion.length === 0) return all;
    all.push(...portion);
  }
}
