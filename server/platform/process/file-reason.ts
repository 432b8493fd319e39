/** Says in a sentence why a file can't be read or written; undefined for another error. */
export function fileReason(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('path' in error)) return undefined;
  const path = String(error.path);
  switch (error.code) {
    case 'ENOENT':
      return `there is no file or folder ${path}`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not use ${path}`;
    case 'EISDIR':
      return `${path} is a folder, not a file`;
    case 'ENOTDIR':
      return `a part of ${path} is a file, not a folder`;
    default:
      return undefined;
  }
}
