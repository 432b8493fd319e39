import { errorText, queryMessage, rowColumns, splitMessages } from './messages.ts';
import type { Postgres } from './postgres.ts';

/** Runs one statement of the engine's own, outside any client's session. */
export async function query(postgres: Postgres, sql: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  for (const { type, body } of splitMessages(await exchange(postgres, queryMessage(sql)))) {
    if (type === 'E') throw new Error(`${sql}: ${errorText(body)}`);
    if (type === 'D') rows.push(rowColumns(body));
  }
  return rows;
}

/** All that PostgreSQL answers to a message. */
export async function exchange(postgres: Postgres, message: Uint8Array): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await postgres.execute(message, (bytes) => chunks.push(Buffer.from(bytes)));
  return Buffer.concat(chunks);
}
