import type { ChildHere } from '#contract/events/household.ts';
import type { EmailsOf } from '#platform/mail/email.ts';
import { eventOutline } from '#features/events/events/queries/event.ts';
import { emailFactsOf, eventButton } from '#features/events/events/queries/email-facts.ts';
import { inWords } from '#contract/platform/counted.ts';
import { childrenAt } from '#features/events/attendance/queries/children.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** The other adult has answered for these children. */
    child_answered: { eventId: number; childIds: number[]; otherDates?: number };
  }
}

export const householdEmails: EmailsOf<'child_answered'> = {
  child_answered: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    write: async ({ eventId, childIds, otherDates = 0 }, context) => {
      const { db, now, recipient } = context;
      const event = await eventOutline(db, eventId, recipient);
      const isOn = event?.status === 'scheduled' && event.endTime > now;
      if (!isOn || event.isHidden || recipient.id === null) return undefined;
      const own = await childrenAt(db, eventId, recipient.id);
      // A later answer replaces the ids of an email that hasn't gone yet.
      const answered = own.filter(({ id, status }) => childIds.includes(id) || status !== null);
      if (answered.length === 0) return undefined;
      const sentences = childStatuses.flatMap((status) => sentenceOf(answered, status) ?? []);
      return {
        subject: `An answer for your household: ${event.title}`,
        preheader: sentences.join(' '),
        paragraphs: [
          sentences.join(' '),
          ...(otherDates > 0
            ? [`So it was said for ${countOfDates(otherDates)} of the series.`]
            : []),
          'You both answer for them. The last answer counts, so you can change it on the event’s page.',
        ],
        details: emailFactsOf(event),
        button: eventButton(eventId, context),
      };
    },
  },
};

const countOfDates = (dates: number) => (dates === 1 ? 'another date' : `${dates} other dates`);

const childStatuses = ['going', 'waiting', null] as const;

/** 'Sam and Ada are coming, as Ana has said.' */
function sentenceOf(children: ChildHere[], status: ChildHere['status']): string | undefined {
  const found = children.filter((child) => child.status === status);
  const [first] = found;
  if (!first) return undefined;
  const names = inWords(found.map(({ firstName }) => firstName));
  const [are, not] = found.length === 1 ? ['is', 'isn’t'] : ['are', 'aren’t'];
  if (status === null) return `${names} ${not} coming.`;
  const by = first.answeredBy === null ? '' : `, as ${first.answeredBy} has said`;
  return status === 'going'
    ? `${names} ${are} coming${by}.`
    : `${names} ${are} on the waiting list${by}.`;
}
