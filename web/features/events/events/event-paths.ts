import { paths } from '#contract/platform/paths.ts';

/** The door of an event, for its organisers. */
export const doorPath = (id: number) => `${paths.event(id)}/door`;

/** The page with how many came to each event of a group. */
export const attendancePath = (groupId: number) => `${paths.group(groupId)}/attendance`;

export const editEventPath = (id: number) => `${paths.event(id)}/edit`;

/** History state that marks an event page opened after creating the event. */
export const justCreated = 'created';

/** The path of the create form, filled in with a copy of the event. */
export const copyEventPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${paths.createEventIn(groupId)}&copy=${id}`;

/** The path of the page where organisers message the group's members. */
export const messagesPath = (groupId: number) => `${paths.group(groupId)}/messages`;

export const eventMessagesPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${messagesPath(groupId)}?event=${id}`;
