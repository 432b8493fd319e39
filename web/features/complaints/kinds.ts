import type { ComplaintKind } from '../../../contract/complaints.ts';

/** What a complaint is about, in the words of the form and of the admins' list. */
export const kindWords: Record<ComplaintKind, { label: string; description: string }> = {
  data_protection: {
    label: 'My data',
    description: 'What we keep about you, how we use it, or how we dealt with a request about it.',
  },
  content: {
    label: 'Content',
    description:
      'Something that stands here, how we dealt with a report, or a decision about what you wrote or your account.',
  },
};
