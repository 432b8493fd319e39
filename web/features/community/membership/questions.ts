interface Words {
  title: string;
  description: string;
  confirmLabel: string;
  busyLabel: string;
  danger: boolean;
}

export type Question = 'decline' | 'demote' | 'remove' | 'handOver';

/** The confirmations before an organiser takes something from a member, or hands the group over. */
export const questions: Record<Question, (name: string, group: string) => Words> = {
  decline: (name, group) => ({
    title: `Decline ${name}?`,
    description: `This removes their request to join ${group}, and we'll tell them by email. They can ask again.`,
    confirmLabel: 'Decline request',
    busyLabel: 'Declining...',
    danger: true,
  }),
  demote: (name, group) => ({
    title: `Remove ${name} as an organiser?`,
    description: `They'll still be a member of ${group}, but they won't be able to create events or manage members.`,
    confirmLabel: 'Remove role',
    busyLabel: 'Removing...',
    danger: true,
  }),
  remove: (name, group) => ({
    title: `Remove ${name} from the group?`,
    description: `They'll no longer be a member of ${group}, and they'll lose their place at its upcoming events.`,
    confirmLabel: 'Remove member',
    busyLabel: 'Removing...',
    danger: true,
  }),
  handOver: (name, group) => ({
    title: `Hand ${group} over to ${name}?`,
    description: `${name} will become its owner and an organiser. You'll still be an organiser, but only ${name} can edit the group or hand it over.`,
    confirmLabel: 'Hand over',
    busyLabel: 'Handing over...',
    danger: false,
  }),
};
