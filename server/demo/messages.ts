import { cleanTexts } from '#contract/platform/clean-text.ts';
import { minute, day } from '#contract/platform/durations.ts';
import { messages } from '#features/events/messages/tables.ts';
import type { Transaction } from '#platform/db/database.ts';
import { deliveryTallies } from '#platform/mail/tables.ts';
import type { DemoMessage } from './content.ts';

interface Sending {
  groupId: number;
  sentById: string;
  recipients: number;
}

/** An old message to a group's members, with the outcome of its emails. */
export async function addMessage(
  tx: Transaction,
  { daysAgo, failed = 0, ...words }: DemoMessage,
  sending: Sending,
  now: Date,
): Promise<void> {
  const createdAt = new Date(now.getTime() - daysAgo * day);
  const [message] = await tx
    .insert(messages)
    .values(
      cleanTexts({
        ...sending,
        ...words,
        audience: 'members',
        asksForDonations: false,
        state: 'sent',
        sendsAt: new Date(createdAt.getTime() + 5 * minute),
        createdAt,
      }),
    )
    .returning({ id: messages.id });
  const delivered = sending.recipients - failed;
  const throttleKey = `message:${message?.id}`;
  await tx.insert(deliveryTallies).values({ throttleKey, slot: 0, delivered, failed });
}
