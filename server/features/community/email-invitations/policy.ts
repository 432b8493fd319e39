import type { CleanText } from '#contract/platform/clean-text.ts';
import { Email as email } from '#contract/platform/email-address.ts';
import { readAddressTable } from '#contract/community/address-table.ts';
import {
  mostInvited,
  mostInvitedADay,
  mostLines,
  type InvitedByEmail,
} from '#contract/community/email-invitations.ts';
import { manageMembersRefusal, type GroupFacts } from '#features/community/membership/policy.ts';
import type { Membership } from '#contract/community/membership.ts';
import { invalid, Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

/** Only approved groups write to strangers. */
export const inviteRefusal = (
  viewer: Viewer,
  group: GroupFacts,
  membership: Membership | null,
): Refusal | null =>
  manageMembersRefusal(viewer, group, membership) ??
  (group.status === 'approved'
    ? null
    : new Refusal('conflict', 'You can invite people once an admin has approved the group'));

export const stoppedRefusal = (isStopped: boolean): Refusal | null =>
  isStopped
    ? new Refusal(
        'conflict',
        'Too many invitations could not be delivered. An admin has to look at the list first',
      )
    : null;

/** Limits how many addresses organisers put on a group's list in a day. */
export const dailyListRefusal = (used: number, adding: number): Refusal | null =>
  used + adding > mostInvitedADay
    ? new Refusal(
        'conflict',
        `A group can invite ${mostInvitedADay.toLocaleString('en-GB')} people in 24 hours, and has invited ${used.toLocaleString('en-GB')}. Please try again later`,
      )
    : null;

/** An admin lets a list go on, so that organisers look at their list with somebody. */
export const resumeRefusal = (viewer: Viewer): Refusal | null =>
  viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only an admin can let invitations go on');

export interface Addresses {
  /** In lower case, each once. */
  accepted: CleanText[];
  refused: InvitedByEmail['refused'];
}

/** Reads a list of addresses; empty lines are nothing. */
export function addressesIn(lines: readonly { line: number; text: string }[]): Addresses {
  const accepted = new Set<CleanText>();
  const refused: Addresses['refused'] = [];
  for (const { line, text } of lines.filter((each) => each.text.trim() !== '')) {
    const address = email.safeParse(text);
    if (!address.success) refused.push({ line, reason: 'This is not an email address' });
    else if (accepted.has(address.data))
      refused.push({ line, reason: 'This address is here twice' });
    else accepted.add(address.data);
  }
  return { accepted: [...accepted], refused };
}

/**
 * Reads the addresses of a table by the column that has most of them.
 * @throws Refusal `invalid` naming `csv`
 */
export function addressesInTable(csv: string): Addresses {
  if (csv.split(/\r\n?|\n/, mostLines + 2).length > mostLines + 1) {
    throw invalid({ csv: `A list has at most ${mostLines.toLocaleString('en-GB')} lines` });
  }
  const { columns, guessed } = readAddressTable(csv);
  const column = columns[guessed];
  if (!column) throw invalid({ csv: 'Line 1: there is no column with email addresses' });
  const found = addressesIn(column.cells);
  if (found.accepted.length > mostInvited) {
    throw invalid({ csv: `A list has at most ${mostInvited} addresses` });
  }
  const empty = column.empty.map((line) => ({ line, reason: 'This line has no email address' }));
  const refused = [...found.refused, ...empty].toSorted((one, other) => one.line - other.line);
  return { accepted: found.accepted, refused };
}

/** A list stops once this share of its invitations can't be delivered. */
const stoppingShare = 0.05;
/** A share of fewer invitations says nothing. */
const fewestInvitations = 20;

export const mustStop = ({ written, undeliverable }: { written: number; undeliverable: number }) =>
  written >= fewestInvitations && undeliverable / written >= stoppingShare;
