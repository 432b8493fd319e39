import pg from 'pg';
import { serversOf, type Servers } from './address.ts';
import { canRetryElsewhere, reasonOf, SetupError } from './refusals.ts';

/** The server is a standby, or set to read-only. Its code counts as unreachable. */
class ReadOnlyError extends Error {
  readonly code = '25006';
}

/** @throws ReadOnlyError for a read-only server if a writable one is required */
export async function requireWriting(client: pg.ClientBase, { mustWrite }: Servers): Promise<void> {
  if (!mustWrite) return;
  const { rows } = await client.query<{ shut: boolean }>(
    `SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS shut`,
  );
  if (rows[0]?.shut) throw new ReadOnlyError('it is a standby, which takes no changes');
}

interface Connected {
  client: pg.Client;
  endpoint: string;
}

/**
 * Connects to the first suitable server of an address.
 * @throws SetupError for a file of the address that can't be read
 */
export async function connectTo(servers: Servers, settings: pg.ClientConfig): Promise<Connected> {
  const reasons: string[] = [];
  let last: unknown;
  for (const endpoint of servers.endpoints) {
    const client = clientFor({ ...settings, connectionString: endpoint });
    try {
      await client.connect();
      await requireWriting(client, servers);
      return { client, endpoint };
    } catch (error) {
      await client.end();
      if (servers.endpoints.length === 1 || !canRetryElsewhere(error)) throw error;
      reasons.push(`${client.host}:${client.port}: ${reasonOf(error)}`);
      last = error;
    }
  }
  throw new Error(reasons.join('; '), { cause: last });
}

/** Connects by an address, for a command. */
export const connectByAddress = async (address: string): Promise<pg.Client> =>
  (await connectTo(serversOf(address), {})).client;

/** The driver reads the files named in an address. */
function clientFor(settings: pg.ClientConfig): pg.Client {
  try {
    return new pg.Client(settings).on('error', () => {});
  } catch (error) {
    throw new SetupError(reasonOf(error), { cause: error });
  }
}
