import type { PurgeCounts } from '#contract/safety/purge.ts';
import type { Actor, Viewer } from '#platform/viewer.ts';
import { changedFields } from '#platform/revisions.ts';
import type { Transaction } from '#platform/db/database.ts';
import { auditLog } from './tables.ts';

/** The type of the target of each action. */
export const targetTypes = {
  'attendee.add': 'event',
  'attendee.change': 'event',
  'attendee.remove': 'event',
  'attendance.record': 'event',
  'comment.delete': 'comment',
  'comment.hide': 'comment',
  'comment.release': 'comment',
  'comment.show': 'comment',
  'complaint.answer': 'complaint',
  'contact.delete': 'message_to_organisers',
  'contact.release': 'message_to_organisers',
  'donation.export': 'donations',
  'door_link.end': 'event',
  'door_link.make': 'event',
  'event.cancel': 'event',
  'event.delete': 'event',
  'event.edit': 'event',
  'event.hide': 'event',
  'event.restore': 'event',
  'event.show': 'event',
  'group.approve_by_setting': 'group',
  'group.delete': 'group',
  'group.edit': 'group',
  'group.hide': 'group',
  'group.invite': 'group',
  'group.invite_again': 'group',
  'group.organiser': 'group',
  'group.owner': 'group',
  'group.review': 'group',
  'group.show': 'group',
  'guest.remove': 'event',
  'invitation.create': 'invitation',
  'invitation.revoke': 'invitation',
  'legal.replace': 'legal',
  'legal.reset': 'legal',
  'mail.resend': 'mail',
  'message.delete': 'message',
  'message.release': 'message',
  'message.send': 'message',
  'message.undo': 'message',
  'member.change': 'group',
  'member.remove': 'group',
  'paper.save': 'paper',
  'report.decide': 'report',
  'report.look': 'report',
  'series.cancel': 'series',
  'series.create': 'series',
  'series.edit': 'series',
  'settings.change': 'settings',
  'suppression.delete': 'suppression',
  'user.ban': 'user',
  'user.clean_up': 'user',
  'user.clean_up_undo': 'user',
  'user.delete': 'user',
  'user.links': 'user',
  'user.role': 'user',
  'user.sign_out': 'user',
  'user.two_step_reset': 'user',
  'user.unban': 'user',
  'waitlist.let_in': 'event',
} as const;

export type Action = keyof typeof targetTypes;

/** The state before an action and after it. */
interface Change<Before, After> {
  before: Before;
  after: After;
}

type Comment = { eventId: number; authorId: string | null };
type Audience = { groupId: number; eventId: number | null; audience: string };
/** A comment, or a message to members or organisers, that awaits review. */
export type PendingItem = Partial<Audience> & { authorId: string | null };
type Pending = PendingItem & { held: true };
type Owner = { ownerId: string | null };
type Member = { userId: string; status: string; isOrganizer: boolean };
type Fields = { fields: string[] };
type Facts = Record<string, unknown>;
type Hidden = { hidden: boolean };
/** `until`: the time at which a suspension ends by itself. */
type BanState = { isActive: boolean; until?: string | null };

export interface Changes extends Record<Action, Change<object | null, object | null>> {
  'attendee.add': Change<null, { people: number } | null>;
  'attendee.change': Change<null, { people: number } | null>;
  'attendee.remove': Change<null, { people: number } | null>;
  'attendance.record': Change<null, { parties: number }>;
  'comment.delete': Change<Comment | Pending, null>;
  'comment.hide': Change<Comment & { held?: true }, Hidden>;
  'comment.release': Change<Pending, null>;
  'comment.show': Change<Comment, Hidden>;
  'complaint.answer': Change<{ state: string }, { state: string }>;
  'contact.delete': Change<Pending, null>;
  'contact.release': Change<Pending, null>;
  'donation.export': Change<null, null>;
  'door_link.end': Change<null, null>;
  'door_link.make': Change<null, null>;
  'event.cancel': Change<{ status: string }, { status: string }>;
  'event.edit': Change<Facts | null, Facts & Fields>;
  'event.hide': Change<{ status: string }, Hidden>;
  'event.restore': Change<{ status: string }, { status: string }>;
  'event.show': Change<null, Hidden & { status: string }>;
  'group.approve_by_setting': Change<{ status: string } | null, { status: string }>;
  'group.edit': Change<null, Fields>;
  'group.hide': Change<{ status: string }, Hidden>;
  'group.invite': Change<null, { addresses: number }>;
  'group.invite_again': Change<{ stopped: true }, { stopped: false }>;
  'group.organiser': Change<Owner, Owner>;
  'group.owner': Change<Owner, Owner>;
  'group.review': Change<
    { status: string },
    { status: string; reason: string | null; safeguardingChecked?: boolean; edit?: boolean }
  >;
  'group.show': Change<null, Hidden & { status: string }>;
  'guest.remove': Change<{ guestId: number }, { isBlocked: true } | null>;
  'invitation.revoke': Change<{ revoked: boolean }, { revoked: boolean }>;
  'mail.resend': Change<{ state: string }, { state: string }>;
  'message.delete': Change<Pending, null>;
  'suppression.delete': Change<{ reason: string }, null>;
  'message.release': Change<Pending, null>;
  'message.send': Change<null, Audience>;
  'message.undo': Change<{ state: string }, { state: string }>;
  'member.change': Change<Member, Member>;
  'member.remove': Change<Member, null>;
  'paper.save': Change<{ version: number } | null, { version: number }>;
  'report.decide': Change<
    { state: string },
    { state: string; decision: string; authorDecision?: string; reason: string }
  >;
  'report.look': Change<{ state: string }, { state: string }>;
  'series.cancel': Change<null, { scope: string; dates: number }>;
  'series.create': Change<null, { dates: number }>;
  'series.edit': Change<null, Fields & { scope: string }>;
  'user.ban': Change<BanState, BanState & { reason: string | null }>;
  'user.clean_up': Change<{ isActive: boolean }, PurgeCounts & { reason: string | null }>;
  'user.clean_up_undo': Change<
    { isActive: boolean },
    { isActive: boolean; restored: number; lost: number }
  >;
  'user.delete': Change<null, null>;
  'user.links': Change<null, { opens: string[] }>;
  'user.role': Change<{ role: string }, { role: string; by?: string }>;
  'user.sign_out': Change<{ sessions: number }, { sessions: number }>;
  'user.two_step_reset': Change<{ twoStep: boolean }, { twoStep: boolean }>;
  'user.unban': Change<BanState, BanState & { reason: string | null }>;
  'waitlist.let_in': Change<null, ({ userId: string } | { guestId: number }) & { guests: number }>;
}

/**
 * Returns an edit's audit entry: the names of changed fields, and the values of those that
 * `valueMayBeLogged` allows.
 */
export function editEntry<Field extends string>(
  before: Record<Field, unknown>,
  edit: { [Name in Field]?: unknown },
  valueMayBeLogged: Record<Field, boolean>,
): Change<Facts | null, Facts & Fields> {
  const fields = changedFields(before, edit) as Field[];
  const facts = fields.filter((field) => valueMayBeLogged[field]);
  const valuesIn = (side: { [Name in Field]?: unknown }) =>
    Object.fromEntries(facts.map((field) => [field, side[field]]));
  return {
    before: facts.length > 0 ? valuesIn(before) : null,
    after: { fields, ...valuesIn(edit) },
  };
}

/** Records an admin's action, in the transaction of the action. */
export async function record<A extends Action>(
  tx: Transaction,
  actor: Actor,
  action: A,
  targetId: string | number,
  { before, after }: Changes[A],
  now: Date,
): Promise<void> {
  await tx.insert(auditLog).values({
    actorId: actor.id,
    action,
    targetType: targetTypes[action],
    targetId: String(targetId),
    before,
    after,
    createdAt: now,
  });
}

/**
 * Records an action that others may take too, but only if the viewer acted as an admin, without a
 * right of their own.
 */
export async function recordAsAdmin<A extends Action>(
  tx: Transaction,
  viewer: Viewer,
  action: A,
  targetId: string | number,
  change: Changes[A],
  now: Date,
): Promise<void> {
  if (viewer.role === 'admin') await record(tx, viewer, action, targetId, change, now);
}
