import { day } from '#contract/platform/durations.ts';
import { newAccountDays, quotaNoticeShare } from '#contract/platform/limits.ts';
import type { QuotaNotice, Quotas, QuotaUse } from '#contract/platform/quotas.ts';
import { Refusal } from '#platform/refusal.ts';

/** The use of a quota, with the sentences that describe it. */
export interface MeasuredQuota extends QuotaUse {
  /** The sentence shown when the quota refuses. */
  refusal: string;
  /** The sentence shown while this much is left. */
  left: (amount: number) => string;
}

/**
 * Admins have the quotas of established accounts from the start: a new site begins with one admin.
 */
export const isNewAccount = (
  { role, createdAt }: { role: 'user' | 'admin'; createdAt: Date },
  now: Date,
): boolean => role !== 'admin' && now.getTime() - createdAt.getTime() < newAccountDays * day;

/** Refuses an addition that would exceed one of the quotas. */
export function quotaRefusal(measured: readonly MeasuredQuota[], adding: number): Refusal | null {
  const exceeded = measured.find(({ limit, used }) => used + adding > limit);
  if (!exceeded) return null;
  const { name, limit, used, refusal } = exceeded;
  return new Refusal('quota', refusal, { quota: { name, limit, used } });
}

/** Returns the quota with the least left, if it is nearly used up. */
export function quotaNotice(measured: readonly MeasuredQuota[]): QuotaNotice | undefined {
  const near = measured.filter(({ limit, used }) => used >= limit * quotaNoticeShare);
  const [first] = near.toSorted((one, other) => shareLeft(one) - shareLeft(other));
  if (!first) return undefined;
  const { name, limit, used, refusal, left } = first;
  return { name, limit, used, message: used < limit ? left(limit - used) : refusal };
}

const shareLeft = ({ limit, used }: QuotaUse) => (limit - used) / limit;

const formatNumber = (value: number) => value.toLocaleString('en-GB');

/** '1 more comment', '40 more comments' */
const moreOf = (amount: number, noun: string) =>
  `${formatNumber(amount)} more ${noun}${amount === 1 ? '' : 's'}`;

const megabytes = (bytes: number) => `${formatNumber(Math.floor(bytes / 1_000_000))} MB`;

const onceOlder = `once your account is ${newAccountDays} days old`;
const laterHint = (isNew: boolean) => (isNew ? `, and more ${onceOlder}` : '');

export function commentQuota(quotas: Quotas, isNew: boolean, used: number): MeasuredQuota {
  const limit = quotas.comments[isNew ? 'newAccount' : 'account'];
  return {
    name: 'comments',
    limit,
    used,
    refusal: `You can post ${formatNumber(limit)} comments in 24 hours${laterHint(isNew)}. Please try again later.`,
    left: (amount) => `You can post ${moreOf(amount, 'comment')} in the next 24 hours.`,
  };
}

const roomForPictures = 'A picture that you no longer use is removed a day after its upload.';

/** Limits pictures by count and by size. */
export function pictureQuotas(
  quotas: Quotas,
  isNew: boolean,
  used: { pictures: number; bytes: number },
) {
  const whose = isNew ? 'newAccount' : 'account';
  const pictures: MeasuredQuota = {
    name: 'pictures',
    limit: quotas.pictures[whose],
    used: used.pictures,
    refusal: `You can keep ${formatNumber(quotas.pictures[whose])} pictures here${laterHint(isNew)}. ${roomForPictures}`,
    left: (amount) => `You can upload ${moreOf(amount, 'picture')}.`,
  };
  const bytes: MeasuredQuota = {
    name: 'pictureBytes',
    limit: quotas.pictureBytes[whose],
    used: used.bytes,
    refusal: `Your pictures can take up ${megabytes(quotas.pictureBytes[whose])} here${laterHint(isNew)}. ${roomForPictures}`,
    left: (amount) => `You can upload ${megabytes(amount)} more of pictures.`,
  };
  return { pictures, bytes };
}

/** Limits the calendars that an account reads in 24 hours, by the size of their previews. */
export function previewQuota(quotas: Quotas, isNew: boolean, used: number): MeasuredQuota {
  const limit = quotas.previewBytes[isNew ? 'newAccount' : 'account'];
  return {
    name: 'previewBytes',
    limit,
    used,
    refusal: `You can look at ${megabytes(limit)} of calendars in 24 hours${laterHint(isNew)}. Please try again later.`,
    left: (amount) =>
      `You can look at ${megabytes(amount)} more of calendars in the next 24 hours.`,
  };
}

/** Counts a group's upcoming dates that are not cancelled. */
export function groupDatesQuota(quotas: Quotas, isApproved: boolean, used: number): MeasuredQuota {
  const limit = quotas.comingDates[isApproved ? 'group' : 'unapprovedGroup'];
  const until = isApproved ? '' : ' until it is approved';
  return {
    name: 'comingDates',
    limit,
    used,
    refusal: `This group can have ${formatNumber(limit)} upcoming dates${until}, and has ${formatNumber(used)}.`,
    left: (amount) => `You can add ${moreOf(amount, 'date')} to this group${until}.`,
  };
}

/** Counts all dates that a new account has created in any group, cancelled ones too. */
export function ownDatesQuota(quotas: Quotas, used: number): MeasuredQuota {
  const limit = quotas.comingDates.newAccount;
  return {
    name: 'comingDates',
    limit,
    used,
    refusal: `You can create ${formatNumber(limit)} upcoming dates until your account is ${newAccountDays} days old, and have created ${formatNumber(used)}.`,
    left: (amount) => `You can create ${moreOf(amount, 'date')} until your account is a week old.`,
  };
}

export function unapprovedGroupQuota(quotas: Quotas, isNew: boolean, used: number): MeasuredQuota {
  const limit = quotas.unapprovedGroups[isNew ? 'newAccount' : 'account'];
  return {
    name: 'unapprovedGroups',
    limit,
    used,
    refusal: `You can have ${formatNumber(limit)} groups that are not approved yet${laterHint(isNew)}. Please wait until one of yours is approved.`,
    left: (amount) => `You can start ${moreOf(amount, 'group')} before one of yours is approved.`,
  };
}

/** Returns the quota after an addition. */
export const withAddedUsage = (measured: MeasuredQuota, by: number): MeasuredQuota => ({
  ...measured,
  used: measured.used + by,
});
