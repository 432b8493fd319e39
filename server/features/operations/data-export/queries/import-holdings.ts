import { eq } from 'drizzle-orm';
import { followedCalendars, imports } from '#features/events/imports/tables.ts';
import { type Holding, without } from './holding.ts';

/** The calendars that the member has brought to groups. */
export const importHoldingsOf = (userId: string): Holding[] => [
  {
    name: 'imports',
    about: 'the calendars whose events you looked at for your groups, for 30 days',
    from: imports,
    own: eq(imports.createdById, userId),
    key: imports.id,
    columns: without(imports, 'createdById', 'earlier'),
  },
  {
    name: 'followed-calendars',
    about: 'the addresses of calendars you had us look at for your groups',
    from: followedCalendars,
    own: eq(followedCalendars.addedById, userId),
    key: followedCalendars.groupId,
    columns: without(followedCalendars, 'addedById'),
  },
];
