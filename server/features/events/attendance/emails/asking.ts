import { formatMoment } from '#contract/platform/dates.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import { emailFactsOf } from '#features/events/events/queries/email-facts.ts';
import { hasNotAnswered } from '../queries/asks.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** Asks a member whether they are coming. */
    attendance_asked: { eventId: number };
  }
}

export const askingEmails: EmailsOf<'attendance_asked'> = {
  attendance_asked: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    topic: 'asking',
    write: async ({ eventId }, { db, now, recipient }) => {
      const userId = recipient.id;
      const event = await eventOutline(db, eventId, recipient);
      const isOn = event?.status === 'scheduled' && event.startTime > now;
      if (!isOn || userId === null || !(await hasNotAnswered(db, eventId, userId)))
        return undefined;
      return {
        subject: `Are you coming? ${event.title}`,
        preheader: `${formatMoment(event.startTime)}, ${event.location}`,
        paragraphs: [
          `${event.groupName} asks everybody whether they are coming, and you haven’t said yet.`,
          'Please answer either way: knowing who can’t come helps just as much.',
        ],
        details: emailFactsOf(event),
        push: {
          body: `${formatMoment(event.startTime)}. Please say whether you’re coming.`,
          until: event.startTime,
        },
        button: { label: 'Coming, or can’t come', key: { opens: 'ask', eventId, userId } },
        closing:
          'The button opens a page where you answer with one press. Please don’t forward this email: anyone with the button can answer for you.',
      };
    },
  },
};
