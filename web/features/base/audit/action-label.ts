import { capitalise } from '#contract/platform/counted.ts';

/** Formats 'group.approve_by_setting' as 'Group: approve by setting'. */
export const actionLabel = (action: string) =>
  capitalise(action.replace('.', ': ').replaceAll('_', ' '));
