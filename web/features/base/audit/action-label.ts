export const capitalise = (words: string) => words.replace(/^./, (first) => first.toUpperCase());

/** Formats 'group.approve_by_setting' as 'Group: approve by setting'. */
export const actionLabel = (action: string) =>
  capitalise(action.replace('.', ': ').replaceAll('_', ' '));
