import { cleanTexts } from '#contract/platform/clean-text.ts';
import { followedCalendars } from '#features/events/imports/tables.ts';
import type { TestApp } from '#tests/support/app.ts';
import type { Client } from '#tests/support/client.ts';
import { calendarOf, eventLines } from '#tests/support/imports.ts';
import { canary } from './hidden.ts';
import type { Role } from './roles.ts';

/**
 * Everything that an organiser has brought along: a calendar that is not published, and an address.
 */
export async function plantImported(app: TestApp, group: { id: number }, organiser: Client) {
  const title = canary('imported');
  const person = canary('importedperson');
  const address = canary('calendaraddress');
  const ics = calendarOf(
    eventLines(
      `SUMMARY:${title}`,
      'DTSTART:20270620T110000Z',
      `ORGANIZER;CN=${person}:mailto:${person}@example.com`,
      `ATTENDEE;CN=${person}:mailto:${person}@example.com`,
    ),
  );
  const params = { id: group.id };
  const { body } = await organiser.call('POST /api/groups/:id/imports', { params, body: { ics } });
  await app.db
    .insert(followedCalendars)
    .values(cleanTexts({ groupId: group.id, url: `https://calendar.example/${address}.ics` }));
  const invited = `${canary('invited')}@example.com`;
  await organiser.call('POST /api/groups/:id/email-invitations', {
    params,
    body: { emails: [invited], consent: true },
  });
  const secrets: Record<string, { text: string; seenBy: Role[] }> = {
    'an event that is imported and not published': { text: title, seenBy: ['organiser'] },
    'a person in an imported calendar': { text: person, seenBy: [] },
    'address of a followed calendar': { text: address, seenBy: [] },
    // Admins read who got an email.
    'address of somebody invited by email': { text: invited, seenBy: ['admin'] },
  };
  return { ids: [body.id], secrets };
}
