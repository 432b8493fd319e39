import { cleanText } from '#contract/platform/clean-text.ts';
import { day } from '#contract/platform/durations.ts';
import { complaints } from '#features/safety/complaints/tables.ts';
import type { Transaction } from '#platform/db/database.ts';

/** One complaint that admins soon have to answer, and one that was answered. */
export async function addComplaints(
  tx: Transaction,
  adminId: string,
  memberId: string,
  now: Date,
): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * day);
  await tx.insert(complaints).values([
    {
      number: 'C-7QK2-M9XD',
      kind: 'data_protection',
      text: cleanText(
        'I asked two months ago to have my old phone number taken off your records, and nobody has told me whether it was. Please tell me what you still keep about me.',
      ),
      email: cleanText('member@example.com'),
      userId: memberId,
      createdAt: ago(18),
    },
    {
      number: 'C-41HT-ZB6E',
      kind: 'content',
      text: cleanText(
        'My poster for the seed swap was taken down as advertising. The seeds are free, and so is the tea.',
      ),
      email: cleanText('seeds@example.com'),
      createdAt: ago(40),
      outcome: cleanText(
        'You are right: nothing is sold at the swap. The poster stands again since this morning, and we have told whoever looks after posters.\n\nWe are sorry for the trouble.',
      ),
      answeredAt: ago(33),
      answeredById: adminId,
    },
  ]);
}
