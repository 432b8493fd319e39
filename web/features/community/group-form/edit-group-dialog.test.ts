import { describe, expect, it } from 'vitest';
import { consequenceOfEdit } from './edit-group-dialog.tsx';

describe("the consequence of a group's edit", () => {
  it('is a review only where the server says so', () => {
    const approved = { status: 'approved' } as const;
    expect(consequenceOfEdit({ ...approved, reviewedOnEdit: true })).toContain('after you save');
    expect(consequenceOfEdit({ ...approved, reviewedOnEdit: false })).toBe(
      'Everyone sees your changes straight away.',
    );
    expect(consequenceOfEdit(approved)).toBe('Everyone sees your changes straight away.');
  });

  it('leaves a group public, also with a pending edit', () => {
    const edited = { status: 'pending_approval', editPending: true, reviewedOnEdit: true } as const;
    expect(consequenceOfEdit(edited)).toContain('everyone else sees the group as it is now');
  });

  it('of a pending group is a review of its new state', () => {
    expect(consequenceOfEdit({ status: 'rejected', reviewedOnEdit: true })).toContain(
      'An admin checks the group after you save.',
    );
  });
});
