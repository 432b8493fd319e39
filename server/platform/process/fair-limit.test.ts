import { describe, expect, it } from 'vitest';
import { actAs } from '#platform/acting-account.ts';
import { fairLimit } from './fair-limit.ts';

const tooBusy = () => new Error('busy');

/** Limits jobs that end when they are told to, and records who had a turn. */
function limitedJobs(limits: { waiting: number; perCaller: number }) {
  const limited = fairLimit({ atOnce: 1, ...limits, tooBusy });
  const turns: string[] = [];
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const enter = (caller: string, times = 1) =>
    Array.from({ length: times }, async () =>
      limited(async () => {
        turns.push(caller);
        await gate;
      }, caller),
    );
  return { enter, turns, open };
}

describe('a fair limit', () => {
  it('lets callers take turns, however many jobs each has waiting', async () => {
    const { enter, turns, open } = limitedJobs({ waiting: 100, perCaller: 60 });
    const jobs = [...enter('mill', 51), ...enter('ada', 2), ...enter('bea')];
    open();
    await Promise.all(jobs);
    expect(turns.slice(0, 6)).toEqual(['mill', 'ada', 'bea', 'mill', 'ada', 'mill']);
    expect(turns).toHaveLength(54);
  });

  it('lets a newcomer wait for the job under way only, even if its caller had more in line', async () => {
    const limited = fairLimit({ atOnce: 1, waiting: 9, perCaller: 9, tooBusy });
    const turns: string[] = [];
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const enter = (name: string, caller: string) =>
      limited(async () => {
        turns.push(name);
        begin();
        await gate;
      }, caller);
    const first = enter('mill 1', 'mill');
    await begun;
    const others = [enter('mill 2', 'mill'), enter('mill 3', 'mill'), enter('ada', 'ada')];
    open();
    await Promise.all([first, ...others]);
    expect(turns).toEqual(['mill 1', 'ada', 'mill 2', 'mill 3']);
  });

  it('refuses more than a number of jobs of one caller', async () => {
    const { enter, turns, open } = limitedJobs({ waiting: 100, perCaller: 3 });
    const outcomes = Promise.allSettled([...enter('mill', 5), ...enter('ada')]);
    open();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      ...Array<string>(3).fill('fulfilled'),
      ...Array<string>(2).fill('rejected'),
      'fulfilled',
    ]);
    expect(turns).toHaveLength(4);
  });

  it('takes the room for a newcomer from the longest line, and from nobody with one job', async () => {
    const { enter, turns, open } = limitedJobs({ waiting: 3, perCaller: 10 });
    const jobs = [
      ...enter('mill', 4),
      ...['ada', 'bea', 'cleo', 'dora'].flatMap((one) => enter(one)),
    ];
    const outcomes = Promise.allSettled(jobs);
    open();
    expect((await outcomes).map(({ status }) => status === 'fulfilled')).toEqual([
      // The burst, three newcomers, and one for whom nobody has more than one job waiting.
      true,
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(turns).toEqual(['mill', 'ada', 'bea', 'cleo']);
  });

  it('knows a caller by account, or signed out by address', async () => {
    const limited = fairLimit({ atOnce: 1, waiting: 9, perCaller: 1, tooBusy });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const enter = (account: string | null, address: string) =>
      actAs(account, () => limited(() => gate), address);
    const first = [enter('ada', 'a'), enter(null, 'a'), enter(null, 'b')];
    await expect(enter('ada', 'b')).rejects.toThrow('busy');
    await expect(enter(null, 'a')).rejects.toThrow('busy');
    open();
    await Promise.all(first);
  });

  it('frees the place of a failed job', async () => {
    const limited = fairLimit({ atOnce: 1, waiting: 1, perCaller: 2, tooBusy });
    for (let round = 0; round < 3; round += 1) {
      const failing = limited(() => Promise.reject(new Error('broken')));
      const waiting = limited(async () => 'done');
      await expect(limited(async () => 'late')).rejects.toThrow('busy');
      await expect(failing).rejects.toThrow('broken');
      expect(await waiting).toBe('done');
    }
  });
});
