import { errorOf, queryMessage, rowColumns, splitMessages } from './messages.ts';
import type { Postgres } from './postgres.ts';

/** PostgreSQL answered a statement with an error of this SQLSTATE. */
export class StatementError extends Error {
  readonly code: string;

  constructor(sql: string, { code, text }: { code: string; text: string }) {
    super(`${sql}: ${text}`);
    this.code = code;
  }
}

/**
 * Runs one statement of the engine's own, outside any client's session.
 *
 * @throws StatementError
 */
export async function query(postgres: Postgres, sql: string): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = [];
  for (const { type, body } of splitMessages(await exchangeMessages(postgres, queryMessage(sql)))) {
    if (type === 'E') throw new StatementError(sql, errorOf(body));
    if (type === 'D') rows.push(rowColumns(body));
  }
  return rows;
}

/** Returns everything that PostgreSQL answers to a message. */
export async function exchangeMessages(postgres: Postgres, message: Uint8Array): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await postgres.execute(message, (bytes) => chunks.push(Buffer.from(bytes)));
  return Buffer.concat(chunks);
}
