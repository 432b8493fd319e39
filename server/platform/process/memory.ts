import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** The peak memory of a first start on the embedded database, with some to spare. */
const neededMegabytes = 512;

/** The memory of the machine, or of its container or service, in bytes. */
export const memoryLimit = (): number =>
  Math.min(process.constrainedMemory() || Infinity, totalmem());

/**
 * Warns at the start about too little memory, since the system then kills a process without a
 * message; undefined where there is enough.
 */
export function memoryWarning(
  { databaseUrl }: { databaseUrl: string | undefined },
  bytes: number,
): string | undefined {
  const megabytes = Math.floor(bytes / megabyte);
  if (databaseUrl || megabytes >= neededMegabytes) return undefined;
  return (
    `There are ${megabytes} MB of memory for the site, and with the embedded database it needs ${neededMegabytes} MB: ` +
    'should it end without a word, give it more, or set DATABASE_URL'
  );
}
