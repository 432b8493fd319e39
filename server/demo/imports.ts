import { and, desc, eq } from 'drizzle-orm';
import { day } from '#contract/platform/durations.ts';
import { daysAfter, dateOf } from '#contract/platform/days.ts';
import { emailInvitations, invitationLists } from '#features/community/email-invitations/tables.ts';
import { groups } from '#features/community/groups/tables.ts';
import { draftsIn } from '#features/events/imports/policy/drafts.ts';
import { imports } from '#features/events/imports/tables.ts';
import type { Transaction } from '#platform/db/database.ts';

/** In an organiser's largest group: a calendar that they have read only, and invitations. */
export async function addImport(tx: Transaction, createdById: string, now: Date): Promise<void> {
  const [group] = await tx
    .select({ id: groups.id })
    .from(groups)
    .where(and(eq(groups.createdById, createdById), eq(groups.status, 'approved')))
    .orderBy(desc(groups.memberCount))
    .limit(1);
  if (!group) return;
  const createdAt = new Date(now.getTime() - day);
  const entries = draftsIn(calendarFrom(now), createdAt);
  await tx.insert(imports).values({ groupId: group.id, createdById, entries, createdAt });
  await addInvitations(tx, { groupId: group.id, invitedById: createdById }, createdAt);
}

/** Invitations that went out, with what has become of them. */
async function addInvitations(
  tx: Transaction,
  list: { groupId: number; invitedById: string },
  createdAt: Date,
): Promise<void> {
  const outcomes = { sent: 9, joined: 4, refused: 1 } as const;
  const states = Object.entries(outcomes).flatMap(([state, count]) =>
    Array.from({ length: count }, () => state as keyof typeof outcomes),
  );
  const rows = states.map((state, index) => ({
    ...list,
    state,
    emailHash: `demo ${index}`,
    sentAt: createdAt,
    createdAt,
  }));
  await tx.insert(invitationLists).values({ groupId: list.groupId });
  await tx.insert(emailInvitations).values(rows);
}

/** Two evenings as a calendar elsewhere has them, one without a place. */
function calendarFrom(now: Date): string {
  const inDays = (days: number) => daysAfter(dateOf(now), days).replaceAll('-', '');
  const about = 'DESCRIPTION:Bring what you are working on\\, or just come for the company.';
  const times = (days: number) => [
    `DTSTART;TZID=Europe/London:${inDays(days)}T190000`,
    `DTEND;TZID=Europe/London:${inDays(days)}T210000`,
  ];
  const event = (uid: string, title: string, days: number, ...more: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}@calendar.example`,
    `SUMMARY:${title}`,
    about,
    ...times(days),
    ...more,
    'END:VEVENT',
  ];
  return [
    'BEGIN:VCALENDAR',
    ...event('faces', 'An evening for new faces', 30, 'LOCATION:The upstairs room'),
    ...event('walk', 'A walk together', 44),
    'END:VCALENDAR',
  ].join('\r\n');
}
