interface Words {
  title: string;
  description: string;
  confirmLabel: string;
  busyLabel: string;
  danger: boolean;
}

export type Question = 'decline' | 'demote' | 'remove' | 'handOver';

/** The confirmations before an admin takes something from a member, or hands it over for good. */
export const questions: Record<Question, (name: string, group: string) => Words> = {
  decline: (name, group) => ({
    title: `Decline ${name}?`,
    description: `Their request to join ${group} goes, and we tell them by email. They can ask again.`,
    confirmLabel: 'Decline Request',
    busyLabel: 'Declining...',
    danger: true,
  }),
  demote: (name, group) => ({
    title: `Remove ${name} as an organiser?`,
    description: `They stay a member of ${group}, but can no longer create its events or look after its members.`,
    confirmLabel: 'Remove Role',
    busyLabel: 'Removing...',
    danger: true,
  }),
  remove: (name, group) => ({
    title: `Remove ${name} from the group?`,
    description: `Their membership of ${group} goes, and with it their place at its upcoming events.`,
    confirmLabel: 'Remove Member',
    busyLabel: 'Removing...',
    danger: true,
  }),
  handOver: (name, group) => ({
    title: `Hand ${group} over to ${name}?`,
    description: `${name} becomes its owner and an organiser. You stay an organiser, but only ${name} can edit the group or hand it on.`,
    confirmLabel: 'Hand Over',
    busyLabel: 'Handing over...',
    danger: false,
  }),
};
