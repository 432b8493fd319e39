import { paths } from '../../../contract/paths.ts';

export const editEventPath = (id: number) => `${paths.event(id)}/edit`;

/** The create form, filled in with all of an event but its times. */
export const copyEventPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${paths.createEventIn(groupId)}&copy=${id}`;
