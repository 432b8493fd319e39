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
export const subjectWords: Record<SubjectType, string> = {
  event: 'an event',
  group: 'a group',
  comment: 'a comment',
  user: 'a member',
};

/** The decision, as the reporter reads it. */
export const outcomeToReporter: Record<Decision, string> = {
  nothing: 'We have left it as it is.',
  hide: 'We have hidden it: nobody sees it any more but whoever it is by, and our admins.',
  delete: 'We have removed it.',
  warn: 'We have warned whoever is responsible.',
  suspend: 'We have suspended whoever is responsible for a time.',
  ban: 'We have banned whoever is responsible.',
  police: 'We have handed it on to the police, or to the hotline for it.',
};

/**
 * The decision, as the reported member reads it. A referral to the police tells them only that the
 * content is hidden.
 */
export const outcomeToSubject: Record<Decision, string> = {
  nothing: 'We have left everything as it is.',
  hide: 'We have hidden it: nobody sees it any more but you and our admins.',
  delete: 'We have removed it.',
  warn: 'This is a warning: please keep to the rules of the site.',
  suspend: 'We have suspended your account for a time.',
  ban: 'We have banned your account.',
  police: 'We have hidden it: nobody sees it any more but you and our admins.',
};
