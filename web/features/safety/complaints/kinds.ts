import type { ComplaintKind } from '#contract/safety/complaints.ts';

/** Labels of the kinds of complaint, with a short one for the admins' list. */
export const kindWords: Record<
  ComplaintKind,
  { label: string; description: string; short: string }
> = {
  data_protection: {
    label: 'My data',
    short: 'Data protection',
    description: 'What we hold about you, how we use it, or how we dealt with a request about it.',
  },
  content: {
    label: 'Content',
    short: 'Content',
    description:
      'Something on the site, how we dealt with a report, or a decision about your account or something you wrote.',
  },
};
