import { randomUUID } from 'node:crypto';
import { isUnreachable, transaction, type Reader } from '#platform/db/database.ts';
import type { MailDeps } from './deliver.ts';
import { freeMoments, takeMoments } from './pace.ts';
import { untilWritten } from './patience.ts';
import { lease, takeBack } from './queue.ts';
import type { Leased } from './tables.ts';

interface Wanted {
  awaited: boolean;
  limit: number;
}

/**
 * The emails that a process has leased, each with its sending time where the site limits its rate.
 */
export interface Claim {
  effects: { effect: Leased; at?: Date | undefined }[];
  /** There may be more: at once, or from that moment on. */
  more: 'now' | 'perhaps' | Date;
}

/**
 * Takes on what is due, as much as is wanted and the pace allows. Where no answer comes, the turn may have come about
 * all the same: it is taken back once the database answers, for nobody would deliver what it holds.
 */
export async function claim(deps: MailDeps, wanted: Wanted): Promise<Claim> {
  const { db, clock, config, leaving } = deps;
  const turn = { name: randomUUID(), unsettled: !config.rateLimits, now: clock() };
  try {
    if (config.mailEveryMs === undefined) return await claimed(db, wanted, turn);
    return await paced(deps, config.mailEveryMs, wanted, turn);
  } catch (error) {
    if (isUnreachable(error)) {
      await untilWritten(() => takeBack(db, turn.name, turn.now), leaving);
    }
    throw error;
  }
}

interface Turn {
  name: string;
  /** Takes what waits for others to follow quickly as well. */
  unsettled: boolean;
  now: Date;
}

async function claimed(db: Reader, wanted: Wanted, turn: Turn): Promise<Claim> {
  const effects = await lease(db, leaseFor(wanted, turn), turn.now);
  return {
    effects: effects.map((effect) => ({ effect })),
    more: effects.length < wanted.limit ? 'perhaps' : 'now',
  };
}

const paced = ({ db }: MailDeps, everyMs: number, wanted: Wanted, turn: Turn): Promise<Claim> =>
  transaction(db, async (tx) => {
    const { from, most } = await freeMoments(tx, everyMs, wanted, turn.now);
    if (most === 0) return { effects: [], more: from };
    const effects = await lease(tx, leaseFor({ ...wanted, limit: most }, turn), turn.now);
    const moments = await takeMoments(tx, everyMs, from, effects.length);
    return {
      effects: effects.map((effect, n) => ({ effect, at: moments[n] })),
      more: effects.length < most ? 'perhaps' : 'now',
    };
  });

const leaseFor = (wanted: Wanted, { name, unsettled }: Turn) => ({
  ...wanted,
  claim: name,
  unsettled,
});
