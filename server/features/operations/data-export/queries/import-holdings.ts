import { eq, sql } from 'drizzle-orm';
import { emailInvitations } from '#features/community/email-invitations/tables.ts';
import { followedCalendars, imports } from '#features/events/imports/tables.ts';
import { type Holding, without } from './holding.ts';

/**
 * The calendars and the addresses that the member has brought to groups, and invitations to them.
 */
export const importHoldingsOf = (userId: string): Holding[] => [
  {
    name: 'imports',
    about: 'the calendars whose events you looked at for your groups, for 30 days',
    from: imports,
    own: sql`(${imports.createdById} = ${userId} and ${imports.goneAt} is null)`,
    key: imports.id,
    columns: without(imports, 'createdById', 'earlier', 'bytes', 'goneAt', 'datesGone'),
  },
  {
    name: 'followed-calendars',
    about: 'the addresses of calendars you had us look at for your groups',
    from: followedCalendars,
    own: eq(followedCalendars.addedById, userId),
    key: followedCalendars.groupId,
    columns: without(followedCalendars, 'addedById'),
  },
  {
    name: 'email-invitations',
    about: 'the people you invited by email, but not who they are, and invitations to you',
    from: emailInvitations,
    own: sql`(${emailInvitations.invitedById} = ${userId} or ${emailInvitations.email} =
      (select email from users where id = ${userId} and email_verified_at is not null))`,
    key: emailInvitations.id,
    columns: without(emailInvitations, 'id', 'invitedById', 'email', 'emailHash'),
  },
];
