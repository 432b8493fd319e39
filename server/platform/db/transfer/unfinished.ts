import type { ClientBase } from 'pg';

/** The schema exists until a move is finished; the site does not start on such a database. */
export const moveSchema = 'villagehall_move';

export async function isMoveUnfinished(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(
    'SELECT to_regnamespace($1) IS NOT NULL AS there',
    [moveSchema],
  );
  return rows[0]?.there ?? false;
}
