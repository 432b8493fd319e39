import { formatWhenNear } from '#contract/platform/dates.ts';
import type { Decision, SubjectType } from './reports.ts';

/** The noun for a subject within a sentence. */
export const subjectNouns: Record<SubjectType, string> = {
  event: 'event',
  group: 'group',
  comment: 'comment',
  user: 'member',
};

/** The subject's noun as a heading. */
export const subjectTitles: Record<SubjectType, string> = {
  event: 'Event',
  group: 'Group',
  comment: 'Comment',
  user: 'Member',
};

/** The reported subject within a sentence. */
export const subjectWords = {
  event: 'an event',
  group: 'a group',
  comment: 'a comment',
  user: 'a member',
} as const satisfies Record<SubjectType, string>;

/** 'begins today at 11:00 AM', 'began on Jan 5, 2025 at 3:00 PM' */
export const beginsWords = (beginsAt: string, now: Date): string => {
  const at = new Date(beginsAt);
  return `${at > now ? 'begins' : 'began'} ${formatWhenNear(at, now)}`;
};

/** The decision, as the reporter reads it. */
export const outcomeToReporter = {
  nothing: 'We’ve left it as it is.',
  hide: 'We’ve hidden it. Now only the person it’s by and our admins can see it.',
  delete: 'We’ve removed it.',
  warn: 'We’ve warned the person responsible.',
  suspend: 'We’ve suspended the account of the person responsible for a while.',
  ban: 'We’ve banned the person responsible.',
  police: 'We’ve passed it on to the police, or to the right hotline.',
} as const satisfies Record<Decision, string>;

/**
 * The decision, as the reported member reads it. A referral to the police tells them only that the
 * content is hidden.
 */
export const outcomeToSubject = {
  nothing: 'We’ve left everything as it is.',
  hide: 'We’ve hidden it. Now only you and our admins can see it.',
  delete: 'We’ve removed it.',
  warn: 'This is a warning: please keep to the site’s rules.',
  suspend: 'We’ve suspended your account for a while.',
  ban: 'We’ve banned your account.',
  police: 'We’ve hidden it. Now only you and our admins can see it.',
} as const satisfies Record<Decision, string>;
