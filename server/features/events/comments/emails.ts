import { eq } from 'drizzle-orm';
import { paths } from '#contract/platform/paths.ts';
import type { EmailsOf, EmailContext } from '#platform/mail/email.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import { comments } from './tables.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    comment_released: { eventId: number; commentId: number };
    comment_rejected: { eventId: number };
  }
}

type Kind = 'comment_released' | 'comment_rejected';

/** One email may cover several comments on an event, so the text fits one and many. */
export const commentEmails: EmailsOf<Kind> = {
  comment_released: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    write: async ({ eventId, commentId }, context) => {
      const event = await visibleEvent(eventId, context);
      const isThere = await context.db.$count(comments, eq(comments.id, commentId));
      if (!event || isThere === 0) return undefined;
      return {
        subject: `Your comment on ${event.title} is published`,
        preheader: `Everyone in ${event.groupName} can read it now.`,
        paragraphs: [
          `What you wrote about ${event.title} was waiting for review. It has been approved, and everyone in ${event.groupName} can read it now.`,
        ],
        button: { label: 'See the comments', url: event.url },
      };
    },
  },

  comment_rejected: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    write: async ({ eventId }, context) => {
      const event = await visibleEvent(eventId, context);
      if (!event) return undefined;
      return {
        subject: `Your comment on ${event.title} was not published`,
        preheader: 'It was reviewed and deleted.',
        paragraphs: [
          `What you wrote about ${event.title} was waiting for review. An organiser of ${event.groupName} or an admin of ${context.site.name} decided not to publish it, and it has been deleted.`,
          'We check links, email addresses and phone numbers from new members before others see them, and repeated texts, too. You can write another comment at any time.',
        ],
        button: { label: 'Go to the event', url: event.url },
        closing: `If you think this is a mistake, write to us at ${context.site.supportEmail}.`,
      };
    },
  },
};

/** Undefined for an event that is deleted or hidden. */
async function visibleEvent(eventId: number, { db, site }: EmailContext) {
  const event = await eventOutline(db, eventId, null);
  if (!event || event.isHidden) return undefined;
  return { ...event, url: `${site.origin}${paths.event(eventId)}#comments` };
}
