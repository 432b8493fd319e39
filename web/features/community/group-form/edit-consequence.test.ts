import { describe, expect, it } from 'vitest';
import { consequenceOfEdit } from './edit-consequence.ts';

describe('what an edit of a group comes to', () => {
  it('is a review only where the server says so', () => {
    const approved = { status: 'approved' } as const;
    expect(consequenceOfEdit({ ...approved, reviewedOnEdit: true })).toContain('after you save');
    expect(consequenceOfEdit({ ...approved, reviewedOnEdit: false })).toBe(
      'Everyone sees your changes straight away.',
    );
    expect(consequenceOfEdit(approved)).toBe('Everyone sees your changes straight away.');
  });

  it('leaves a group public, also where one edit waits already', () => {
    const edited = { status: 'pending_approval', editPending: true, reviewedOnEdit: true } as const;
    expect(consequenceOfEdit(edited)).toContain('everyone else sees the group as it is now');
  });

  it('of one that waits already is looked at as it stands then', () => {
    expect(consequenceOfEdit({ status: 'rejected', reviewedOnEdit: true })).toContain(
      'An admin checks the group after you save.',
    );
  });
});
