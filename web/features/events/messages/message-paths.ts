import { paths } from '#contract/platform/paths.ts';

/** Where organisers write to the group's members, and see what was sent. */
export const messagesPath = (groupId: number) => `${paths.group(groupId)}/messages`;

/** The path of the messages to one event's attendees. */
export const eventMessagesPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${messagesPath(groupId)}?event=${id}`;
