import { paths } from '#contract/platform/paths.ts';

/** The path of the page where organisers message the group's members. */
export const messagesPath = (groupId: number) => `${paths.group(groupId)}/messages`;

/** The path of the messages to one event's attendees. */
export const eventMessagesPath = ({ id, groupId }: { id: number; groupId: number }) =>
  `${messagesPath(groupId)}?event=${id}`;
