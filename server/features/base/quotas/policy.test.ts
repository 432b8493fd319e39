import { describe, expect, it } from 'vitest';
import { quotas } from '#contract/platform/limits.ts';
import {
  commentQuota,
  groupDatesQuota,
  ownDatesQuota,
  pictureQuotas,
  quotaNotice,
} from './policy.ts';

describe('a quota', () => {
  it('is shown once four fifths of it are used', () => {
    const notice = (used: number) => quotaNotice([commentQuota(quotas, true, used)]);
    expect(notice(159)).toBeUndefined();
    expect(notice(160)?.message).toBe('You can post 40 more comments in the next 24 hours.');
    expect(notice(199)?.message).toBe('You can post 1 more comment in the next 24 hours.');
    expect(notice(200)?.message).toBe(
      'You can post 200 comments in 24 hours, and more once your account is 7 days old. Please try again later.',
    );
  });

  it('shows the figure with the least room', () => {
    const both = [groupDatesQuota(quotas, true, 1_999), ownDatesQuota(quotas, 390)];
    expect(quotaNotice(both)?.message).toBe('You can add 1 more date to this group.');
    const { pictures, bytes } = pictureQuotas(quotas, true, { pictures: 17, bytes: 18_500_000 });
    expect(quotaNotice([pictures, bytes])?.message).toBe('You can upload 1 MB more of pictures.');
  });

  it('is larger for an established account', () => {
    expect(commentQuota(quotas, false, 0).limit).toBe(1_000);
    const { pictures, bytes } = pictureQuotas(quotas, false, { pictures: 0, bytes: 0 });
    expect([pictures.limit, bytes.limit]).toEqual([500, 500_000_000]);
    expect(groupDatesQuota(quotas, true, 0).limit).toBe(2_000);
  });
});
