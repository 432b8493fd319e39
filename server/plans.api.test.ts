import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { calls, planProblems } from '../bench/speed/calls.ts';
import { fill } from '../bench/speed/data.ts';
import { startTestApp } from '#tests/support/app.ts';

const app = await startTestApp();

/** Enough rows that the planner avoids sequential scans where an index helps. */
const scale = {
  users: 20_000,
  groups: 20_000,
  events: 40_000,
  rsvpsPerEvent: 3,
  membersPerGroup: 3,
  largeGroup: 5_000,
};

describe.runIf(app.engine === 'postgres')('a call scans no large table', () => {
  beforeAll(async () => {
    // On a loaded machine, building these indexes takes longer than a call may wait.
    const client = new pg.Client(app.db.$client.options.connectionString);
    await client.connect();
    await fill(client, scale, app.clock.read());
    await client.end();
  });

  it.each(calls)('in %s %o', async (...call) => {
    expect(await planProblems(app, call)).toEqual([]);
  });
});
