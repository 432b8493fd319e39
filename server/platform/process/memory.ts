import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/** What a first start on the embedded database takes at its height, with some to spare. */
const neededMegabytes = 512;

/** What the machine has, or what its container or service may use of that, in bytes. */
export const memoryLimit = (): number =>
  Math.min(process.constrainedMemory() || Infinity, totalmem());

/** Told at the start, since a system without room ends a process without a word; undefined where there is enough. */
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
