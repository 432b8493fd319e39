import { withDeadline } from '#platform/process/deadline.ts';

/**
 * Calls a server that the operator has named, and uses its answer, all before one deadline. A body
 * that isn't read is dropped. Redirects fail.
 * @throws DeadlineError
 */
export const fetchWithin = <T>(
  longestMs: number,
  url: string | URL,
  init: Omit<RequestInit, 'signal'>,
  use: (response: Response) => Promise<T>,
): Promise<T> =>
  withDeadline({ longestMs }, async (signal) =>
    use(await fetch(url, { redirect: 'error', ...init, signal })),
  );

const maxBytes = 1024 * 1024;

/** Reads a body of up to 1 MB. */
export async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
