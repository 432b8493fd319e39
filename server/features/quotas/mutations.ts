import { sql } from 'drizzle-orm';
import type { QuotaName, QuotaNotice } from '../../../contract/quotas.ts';
import type { Config } from '../../platform/config.ts';
import type { Reader, Transaction } from '../../platform/db/database.ts';
import { demand } from '../../platform/refusal.ts';
import type { Viewer } from '../../platform/viewer.ts';
import { quotaNotice, quotaRefusal, type MeasuredQuota } from './policy.ts';
import {
  measuredComments,
  measuredDates,
  measuredPictures,
  measuredUnapprovedGroups,
} from './queries.ts';

/**
 * Makes writers who count towards the same quota take turns, so that parallel calls can't exceed it together. Async, since
 * a statement that nobody awaits yet is not sent: a count that is pipelined behind it would overtake it.
 */
async function lockQuota(tx: Transaction, name: QuotaName, of: string | number): Promise<void> {
  const key = `quota ${name} of ${of}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** The quota after it has grown. */
const grown = (measured: MeasuredQuota, by: number): MeasuredQuota => ({
  ...measured,
  used: measured.used + by,
});

/**
 * Reserves one more comment for the viewer until the transaction ends.
 * @returns what to say where few are left
 * @throws Refusal `quota`
 */
export async function requireCommentQuota(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<QuotaNotice | undefined> {
  // Pipelined; the count begins once the lock is held.
  const [, measured] = await Promise.all([
    lockQuota(tx, 'comments', viewer.id),
    measuredComments(tx, viewer, config, now),
  ]);
  demand(quotaRefusal([measured], 1));
  return quotaNotice([grown(measured, 1)]);
}

/** Locks the viewer's pictures; before any picture is locked. */
export const lockPictureQuota = (tx: Transaction, viewer: Viewer) =>
  lockQuota(tx, 'pictures', viewer.id);

/**
 * Reserves room for one more picture; the quota must be locked.
 * @throws Refusal `quota`
 */
export async function requirePictureQuota(
  db: Reader,
  viewer: Viewer,
  { size, replaced }: { size: number; replaced?: string | undefined },
  config: Config,
  now: Date,
): Promise<QuotaNotice | undefined> {
  const { pictures, bytes } = await measuredPictures(db, viewer, replaced, config, now);
  demand(quotaRefusal([pictures], 1) ?? quotaRefusal([bytes], size));
  return quotaNotice([grown(pictures, 1), grown(bytes, size)]);
}

/**
 * Reserves dates of a group, which must be locked against changes of its status. `created` counts those that the viewer
 * makes, `added` how many more will take place.
 * @throws Refusal `quota`
 */
export async function requireDatesQuota(
  tx: Transaction,
  viewer: Viewer,
  group: { id: number; status: string },
  { created, added = created }: { created: number; added?: number },
  config: Config,
  now: Date,
): Promise<void> {
  if (created === 0 && added <= 0) return;
  const [, , { ofGroup, own }] = await Promise.all([
    lockQuota(tx, 'comingDates', group.id),
    lockQuota(tx, 'comingDates', viewer.id),
    measuredDates(tx, viewer, group, config, now),
  ]);
  if (added > 0) demand(quotaRefusal([ofGroup], added));
  if (own) demand(quotaRefusal([own], created));
}

/**
 * Reserves one more group that is not approved.
 * @throws Refusal `quota`
 */
export async function requireUnapprovedGroupQuota(
  tx: Transaction,
  viewer: Viewer,
  config: Config,
  now: Date,
): Promise<void> {
  const [, measured] = await Promise.all([
    lockQuota(tx, 'unapprovedGroups', viewer.id),
    measuredUnapprovedGroups(tx, viewer, config, now),
  ]);
  demand(quotaRefusal([measured], 1));
}
