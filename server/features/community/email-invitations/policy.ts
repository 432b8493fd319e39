import {
  addressesOf,
  readAddressTable,
  type Addresses,
} from '#contract/community/address-table.ts';
import {
  maxAts,
  maxInvited,
  maxInvitedPerDay,
  maxLines,
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
  used + adding > maxInvitedPerDay
    ? new Refusal(
        'conflict',
        `A group can invite ${maxInvitedPerDay.toLocaleString('en-GB')} people in 24 hours, and has invited ${used.toLocaleString('en-GB')}. Please try again later`,
      )
    : null;

/** An admin lets a list go on, so that organisers look at their list with somebody. */
export const resumeRefusal = (viewer: Viewer): Refusal | null =>
  viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only an admin can let invitations go on');

/** Takes the first addresses of a list; a note says where the others begin. */
export function firstOf({ accepted, refused, skipped }: Addresses): Addresses {
  const next = accepted[maxInvited];
  if (!next) return { accepted, refused, skipped };
  const reason = `A list has at most ${maxInvited} addresses. Please send those from this line on in another list`;
  return {
    accepted: accepted.slice(0, maxInvited),
    refused,
    skipped: [...skipped, { line: next.line, reason }].toSorted((a, b) => a.line - b.line),
  };
}

/**
 * Reads the addresses of a table by the column that has most of them, or of a list by its lines.
 * @throws Refusal `invalid` naming `csv`
 */
export function addressesInTable(csv: string): Addresses {
  if (csv.split(/\r\n?|\n/, maxLines + 2).length > maxLines + 1) {
    throw invalid({ csv: `A list has at most ${maxLines.toLocaleString('en-GB')} lines` });
  }
  // Reading more would keep everybody else waiting.
  if (csv.split('@', maxAts + 2).length > maxAts + 1) {
    throw invalid({ csv: `A list has at most ${maxAts.toLocaleString('en-GB')} addresses` });
  }
  const table = readAddressTable(csv);
  if (!table.hasAddresses) {
    throw invalid({ csv: 'Line 1: there is no column with email addresses' });
  }
  return addressesOf(table);
}

/** A list stops once this share of its invitations can't be delivered. */
const stoppingShare = 0.05;
/** A share of fewer invitations says nothing. */
const fewestInvitations = 20;

export const mustStop = ({ written, undeliverable }: { written: number; undeliverable: number }) =>
  written >= fewestInvitations && undeliverable / written >= stoppingShare;
