import type { ComplaintKind } from '#contract/safety/complaints.ts';

/** The kinds of complaint, in the form's words, and in short for the admins' list. */
export const kindWords: Record<
  ComplaintKind,
  { label: string; description: string; short: string }
> = {
  data_protection: {
    label: 'My data',
    short: 'Data protection',
    description: 'What we keep about you, how we use it, or how we dealt with a request about it.',
  },
  content: {
    label: 'Content',
    short: 'Content',
    description:
      'Something that stands here, how we dealt with a report, or a decision about what you wrote or your account.',
  },
};
