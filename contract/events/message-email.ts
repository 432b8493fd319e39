/** The text around a message in its email. The server writes it, and the form previews it. */
export interface EmailedMessage {
  groupName: string;
  /** The event whose attendees get it; null for a message to the group's members. */
  eventTitle: string | null;
  /** Whether the event is over when the message goes out. */
  eventEnded: boolean;
  /** Null once the account is deleted. */
  sender: string | null;
  /** False if an admin who is not an organiser writes for the group. */
  senderOrganises: boolean | null;
}

export function messageContext(message: EmailedMessage) {
  const { groupName, eventTitle } = message;
  const whom = eventTitle === null ? `the members of ${groupName}` : attendeesOf(message);
  const by = byline(message);
  return {
    preheader: `${by} has written to you.`,
    opening: `${by} has written to ${whom}:`,
    button: eventTitle === null ? 'Go to the group' : 'See the event',
    closing:
      'To reply, please use an event’s comments, or ‘Write to the Organisers’ on the group’s page.',
  };
}

const attendeesOf = ({ eventTitle, eventEnded }: EmailedMessage) =>
  eventEnded
    ? `everyone who went to ‘${eventTitle}’ or waited for a place`
    : `everyone who’s going to ‘${eventTitle}’ or waiting for a place`;

function byline({ sender, senderOrganises, groupName }: EmailedMessage): string {
  if (sender === null) return `An organiser of ${groupName}`;
  return senderOrganises
    ? `${sender}, an organiser of ${groupName},`
    : `${sender}, who looks after this site,`;
}
