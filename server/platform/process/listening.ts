import { errorCode } from '#platform/db/database.ts';

/** Explains why nothing can listen there, and what to do; null for any other error. */
export function listenProblem(
  error: unknown,
  { host, port }: { host: string; port: number },
): string | null {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `PORT ${port} is already in use; set PORT to a free one`;
  if (code === 'EACCES') return `PORT ${port} is not allowed for this user; set PORT above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine; set HOST to one that is`;
  return null;
}
