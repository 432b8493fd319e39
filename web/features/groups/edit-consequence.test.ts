import { describe, expect, it } from 'vitest';
import { consequenceOfEdit } from './edit-consequence.ts';

describe('what an edit of a group comes to', () => {
  it('is a review only where the server says so', () => {
    const approved = { status: 'approved' } as const;
    expect(consequenceOfEdit({ ...approved, reviewedOnEdit: true })).toContain('after you save');
    expect(consequenceOfEdit({ ...approved, reviewedOnEdit: false })).toBe(
      'The changes show at once.',
    );
    expect(consequenceOfEdit(approved)).toBe('The changes show at once.');
  });

  it('of one that waits already is looked at as it stands then', () => {
    expect(consequenceOfEdit({ status: 'rejected', reviewedOnEdit: true })).toContain(
      'as you save it',
    );
  });
});
