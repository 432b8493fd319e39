import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { statementsOf } from '../../../../bench/speed/record.ts';
import { statementsThatScan } from '../../../../bench/speed/plans.ts';
import { startTestApp } from '#tests/support/app.ts';
import {
  countPasskeys,
  countPasskeysElsewhere,
  passkeyByCredential,
  passkeysOf,
} from './queries.ts';

const { db, engine } = await startTestApp();
const party = { id: 'hall.example', origin: 'https://hall.example' };

describe.runIf(engine === 'postgres')('with 20,000 passkeys', () => {
  beforeAll(async () => {
    await db.execute(sql`
      insert into users (id, email, first_name)
      select 'holder' || n, 'holder' || n || '@example.com', 'Ada' from generate_series(1, 10000) n`);
    await db.execute(sql`
      insert into passkeys (user_id, name, credential_id, public_key, rp_id, counter, transports)
      select 'holder' || 1 + n % 10000, 'Phone', 'credential' || n, 'key',
        case when n % 1000 = 0 then 'before.example' else 'hall.example' end, 0, '{}'
      from generate_series(1, 20000) n`);
    await db.execute(sql`analyze passkeys`);
  });

  const reads = {
    'the list of an account': () => passkeysOf(db, 'holder7'),
    'their number': () => countPasskeys(db, 'holder7'),
    'the passkey of an answer': () => passkeyByCredential(db, 'credential7', party),
    'the number on other hosts': () => countPasskeysElsewhere(db, 'hall.example'),
  };

  it.each(Object.entries(reads))('%s scans no whole table', async (_, read) => {
    const statements = await statementsOf(read);
    expect(statements).toHaveLength(1);
    expect(await statementsThatScan(db, statements)).toEqual([]);
  });

  it('counting those of other hosts scans no whole table', async () => {
    expect(await countPasskeysElsewhere(db, 'hall.example')).toBe(20);
  });
});
