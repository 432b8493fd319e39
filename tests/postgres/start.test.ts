import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConnectionError, openDatabase, SetupError } from '#platform/db/database.ts';
import { startReplicatedPostgres, type ReplicatedPostgres } from './server.ts';

let server: ReplicatedPostgres;

beforeAll(async () => {
  server = await startReplicatedPostgres();
}, 120_000);

afterAll(() => server.stop());

/** Returns the site's error at its start on a server. */
const refusal = (databaseUrl: string): Promise<unknown> =>
  openDatabase({ databaseUrl, dataDir: '' }).then(
    (opened) => opened.close(),
    (error: unknown) => error,
  );

test('a start on a standby asks for the primary', async () => {
  expect(await refusal(server.replica.url)).toEqual(
    new SetupError(
      'the server is a read-only standby; set this to the primary, and DATABASE_REPLICA_URL to the standby',
    ),
  );
});

test('an address without a password causes an error that names it', async () => {
  const url = new URL(server.url);
  url.password = '';
  expect(await refusal(url.href)).toEqual(
    new ConnectionError('it asks for a password, and the address has none'),
  );
});

test('a missing root certificate causes an error that names it', async () => {
  const url = new URL(server.url);
  url.search = '?sslmode=verify-full&sslrootcert=/no/such/root.pem';
  const error = await refusal(url.href);
  expect(error).toBeInstanceOf(SetupError);
  expect(String(error)).toMatch(/^Error: .*there is no file or folder \/no\/such\/root\.pem/);
});
