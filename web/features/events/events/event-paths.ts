import { paths } from '#contract/platform/paths.ts';

export const editEventPath = (id: number) => `${paths.event(id)}/edit`;

/** What the entry in the history says of a page that one comes to from the form. */
export const justCreated = 'created';

/** The create form, filled in with an event, a week later. */
export const copyEventPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${paths.createEventIn(groupId)}&copy=${id}`;
