/** `/home/ada/notes/2026/may.md` picked as `notes/2026/may.md` → `/home/ada/notes`. */
export function rootOf(path: string, relativePath: string): string {
  const parts = relativePath.split('/').filter((part) => part !== '');
  if (parts.length < 2) return path;
  const pathParts = path.split(/[\\/]/);
  const separator = path.includes('\\') ? '\\' : '/';
  return pathParts.slice(0, pathParts.length - parts.length + 1).join(separator);
}
