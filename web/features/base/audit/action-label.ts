export const capital = (words: string) => words.replace(/^./, (first) => first.toUpperCase());

/** 'group.approve_by_setting' as 'Group: approve by setting'. */
export const actionLabel = (action: string) =>
  capital(action.replace('.', ': ').replaceAll('_', ' '));
