import { cleanTexts } from '#contract/platform/clean-text.ts';
import { contacts } from '#features/events/contact/tables.ts';
import type { TestApp } from './app.ts';

/** Creates an email to a group's organisers that awaits an admin. */
export async function plantPendingContact(
  { db, clock }: Pick<TestApp, 'db'> & { clock: Pick<TestApp['clock'], 'read'> },
  group: { id: number },
  sender: { id: string },
  text = 'Ring me on 07700 900123.',
): Promise<{ id: number }> {
  const words = { subject: 'A lift to the hall', text };
  const at = { heldAt: clock.read(), createdAt: clock.read() };
  const [contact] = await db
    .insert(contacts)
    .values(cleanTexts({ ...words, ...at, groupId: group.id, userId: sender.id }))
    .returning({ id: contacts.id });
  if (!contact) throw new Error('an insert returned no row');
  return contact;
}
