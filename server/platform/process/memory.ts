import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** The peak memory of a first start on the embedded database, with some to spare. */
const neededMegabytes = 512;

/** The memory of the machine, or of its container or service, in bytes. */
export const memoryLimit = (): number =>
  Math.min(process.constrainedMemory() || Infinity, totalmem());

/**
 * Warns at the start about too little memory, since the system then kills a process without a
 * message; undefined if there is enough.
 */
export function memoryWarning(
  { databaseUrl }: { databaseUrl: string | undefined },
  bytes: number,
): string | undefined {
  const megabytes = Math.floor(bytes / megabyte);
  if (databaseUrl || megabytes >= neededMegabytes) return undefined;
  return (
    `The site has ${megabytes} MB of memory, and needs ${neededMegabytes} MB with the embedded database. ` +
    'If it stops without a message, give it more memory or set DATABASE_URL.'
  );
}
