import { paths } from '#contract/platform/paths.ts';

export const editEventPath = (id: number) => `${paths.event(id)}/edit`;

/** History state that marks an event page opened after creating the event. */
export const justCreated = 'created';

/** The path of the create form, filled in with a copy of the event. */
export const copyEventPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${paths.createEventIn(groupId)}&copy=${id}`;
