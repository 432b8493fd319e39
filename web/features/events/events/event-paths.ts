import { paths } from '#contract/platform/paths.ts';

export const editEventPath = (id: number) => `${paths.event(id)}/edit`;

/** The history state of a page that the form leads to. */
export const justCreated = 'created';

/** The create form, filled in with an event, a week later. */
export const copyEventPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${paths.createEventIn(groupId)}&copy=${id}`;
