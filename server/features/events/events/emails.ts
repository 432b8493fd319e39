import { cancelledTitle } from '#contract/platform/cancelled-title.ts';
import type { Raw } from '#contract/platform/clean-text.ts';
import {
  daysUntil,
  formatMoment,
  formatRange,
  formatTime,
  weekdayOf,
} from '#contract/platform/dates.ts';
import { newsHour, nextHour } from '#contract/platform/london-time.ts';
import { paths } from '#contract/platform/paths.ts';
import { groupOutline } from '#features/community/groups/queries/groups.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { PushesOf } from '#platform/push/news.ts';
import type { Detail, EmailMessage, EmailsOf, EmailContext } from '#platform/mail/email.ts';
import { memberProfile } from '#features/community/membership/queries/membership.ts';
import { eventOutline, type EventOutline } from './queries/event.ts';
import {
  calendarPart,
  calendarEntry,
  emailFactsOf,
  eventButton,
  eventUrl,
  theirPage,
  shortenForText,
  withoutTexts,
} from './queries/email-facts.ts';
import { emailSnapshot } from './mutations/events.ts';
import { isLinkOpen } from './policy/venue.ts';
import { newEventsOf } from './queries/list.ts';
import { hour } from '#contract/platform/durations.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    event_changed: { eventId: number; before: EventOutline; after: EventOutline } & ToGuest;
    /**
     * `revision` is missing from earlier versions. `removed`: the event was purged with its
     * author's contributions, which an admin may have restored since. `hidden`: the email must not
     * quote the event's texts.
     */
    event_cancelled: {
      eventId: number;
      event: EventOutline;
      revision?: number;
      removed?: boolean;
      hidden?: boolean;
    } & ToGuest;
    /** An admin has hidden the event or its group. */
    event_under_review: { eventId: number; event: EventOutline } & ToGuest;
    /**
     * `reviewed`: the recipient was notified of a review, not of a cancellation. `restored`: whoever
     * cancelled it has put it back.
     */
    event_on_again: {
      eventId: number;
      event: EventOutline;
      reviewed?: boolean;
      restored?: boolean;
    } & ToGuest;
    event_reminder: { eventId: number; startTime: string } & ToGuest;
    /** The group's events that were created in the day before `until`. */
    group_news: { groupId: number; until: string };
  }
}

declare module '#platform/push/news.ts' {
  interface PushPayloads {
    event_soon: { eventId: number; startTime: string };
  }
}

type Kind =
  | 'event_changed'
  | 'event_cancelled'
  | 'event_under_review'
  | 'event_on_again'
  | 'event_reminder'
  | 'group_news';

export const eventEmails: EmailsOf<Kind> = {
  event_changed: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    debounce: true,
    timeSensitive: true,
    notificationTopic: 'urgent',
    calendarEvents: ({ eventId }) => [eventId],
    // A change that was reverted before the email goes out is no change.
    write: async ({ eventId, before }, context) => {
      const event = await eventOutline(context.db, eventId, context.recipient);
      if (!event?.going || event.status === 'cancelled' || event.endTime <= context.now) {
        return undefined;
      }
      const after = emailSnapshot(event);
      if (!changedDetails(before, after).some(({ was }) => was !== undefined)) return undefined;
      const url = eventUrl(eventId, context);
      return {
        subject: `Changed: ${after.title}`,
        preheader: `Now ${formatRange(after.startTime, after.endTime)}, ${after.location}`,
        paragraphs: [
          'An event you’re going to has changed. Here are the details now, and what they were before.',
        ],
        details: changedDetails(before, after),
        button: eventButton(eventId, context),
        closing: `If you can’t make it any more, please cancel your RSVP on ${theirPage(context)}, so the hosts know.`,
        calendar: await calendarPart(eventId, event, context),
        push: {
          body: `Now ${formatMoment(event.startTime)}. See what has changed.`,
          until: event.endTime,
        },
        textMessage: `${shortenForText(after.title)} has changed: ${formatMoment(after.startTime)}, ${shortenForText(after.location)}. ${url}`,
      };
    },
  },

  event_cancelled: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    notificationTopic: 'urgent',
    // A deleted event is cancelled as well.
    write: async ({ eventId, event, removed, hidden, revision }, context) => {
      if (new Date(event.endTime) <= context.now) return undefined;
      const current = await eventOutline(context.db, eventId, context.recipient);
      // It is no longer cancelled.
      if (current && (removed || current.status !== 'cancelled')) return undefined;
      if (hidden || current?.isHidden) {
        return reviewMessage(eventId, { event, current, revision }, context);
      }
      const host = current ? ` by ${current.groupName}` : '';
      return {
        subject: cancelledTitle(event.title),
        preheader: `It was planned for ${formatRange(event.startTime, event.endTime)}.`,
        paragraphs: [
          `We’re sorry: an event${host} that you ${earlierRsvp(current)} has been cancelled.`,
        ],
        details: [
          ...emailFactsOf(event),
          ...(current?.cancelReason ? [{ label: 'Why', value: current.cancelReason }] : []),
        ],
        button: {
          label: 'Find another event',
          url: `${context.site.origin}${paths.events}`,
        },
        calendar: removalEntry(eventId, { event, current, revision }, context),
        push: {
          body: `It was planned for ${formatMoment(event.startTime)}.`,
          path: current ? paths.event(eventId) : paths.myEvents,
          until: new Date(event.endTime),
        },
        textMessage: `${cancelledTitle(shortenForText(event.title))}, ${formatMoment(event.startTime)}. Sorry, it won’t take place.`,
      };
    },
  },

  event_under_review: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    notificationTopic: 'urgent',
    write: async ({ eventId, event }, context) => {
      const current = await eventOutline(context.db, eventId, context.recipient);
      // It is shown again or deleted by now.
      if (!current?.isHidden || new Date(event.endTime) <= context.now) return undefined;
      const { site } = context;
      const when = formatMoment(event.startTime);
      return {
        subject: `Under review: ${event.title}`,
        preheader: `The admins are looking at this event. It has not been cancelled.`,
        paragraphs: [
          `An event that you ${earlierRsvp(current)} is under review by the admins of ${site.name}. It has not been cancelled, but you can’t see its page for now.`,
          current.going
            ? 'We’re keeping your RSVP. Please don’t set out until we’ve told you that it’s going ahead.'
            : 'Its waiting list is closed for now. Once the page is back, you can join the list again.',
        ],
        details: emailFactsOf(event).filter(({ label }) => label !== 'Where'),
        button:
          context.recipient.guestId === null
            ? { label: 'See your events', url: `${site.origin}${paths.myEvents}` }
            : eventButton(eventId, context),
        calendar: tentativeEntry(eventId, event, current, context),
        push: {
          body: 'It has not been cancelled. We’ll tell you if it’s going ahead.',
          until: new Date(event.endTime),
        },
        textMessage: `Under review: ${shortenForText(event.title)}, ${when}. It has not been cancelled. We’ll tell you if it’s going ahead.`,
      };
    },
  },

  event_on_again: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    notificationTopic: 'urgent',
    calendarEvents: ({ eventId }) => [eventId],
    write: async ({ eventId, reviewed = false, restored = false }, context) => {
      const event = await eventOutline(context.db, eventId, context.recipient);
      if (!event || !(event.going || (restored && event.waits))) return undefined;
      if (event.status === 'cancelled' || event.endTime <= context.now) return undefined;
      const url = eventUrl(eventId, context);
      const words = restored ? afterAll(event) : reviewed ? reviewEnded : onAgain;
      return {
        subject: `${words.subject}: ${event.title}`,
        preheader: `${formatRange(event.startTime, event.endTime)}, as planned.`,
        paragraphs: [words.text(event.groupName)],
        details: emailFactsOf(emailSnapshot(event)),
        button: eventButton(eventId, context),
        closing: event.going
          ? `If you can’t make it any more, please cancel your RSVP on ${theirPage(context)}, so the hosts know.`
          : `If you no longer need a place, please leave the list on ${theirPage(context)}.`,
        calendar: event.going ? await calendarPart(eventId, event, context) : undefined,
        push: {
          body: `${formatMoment(event.startTime)}, as planned.`,
          until: event.endTime,
        },
        textMessage: `${words.subject}: ${shortenForText(event.title)}, ${formatMoment(event.startTime)}. It’s going ahead as planned. ${url}`,
      };
    },
  },

  event_reminder: {
    throttleKey: ({ eventId }) => `event:${eventId}`,
    timeSensitive: true,
    topic: 'reminders',
    pushedWithoutEmail: true,
    write: async ({ eventId, startTime }, context) => {
      const event = await eventOutline(context.db, eventId, context.recipient);
      if (!event?.going || event.status === 'cancelled' || event.startTime <= context.now) {
        return undefined;
      }
      if (event.startTime.getTime() !== new Date(startTime).getTime()) return undefined;
      const when = dayInWords(event.startTime, context.now);
      const url = eventUrl(eventId, context);
      return {
        subject: `${when.subject}: ${event.title}`,
        preheader: `${formatMoment(event.startTime)}, ${event.location}`,
        paragraphs: [`${event.groupName} is looking forward to seeing you ${when.sentence}.`],
        details: [
          ...emailFactsOf(event),
          ...(event.onlineUrl && isLinkOpen(event, event.going, context.now)
            ? [{ label: 'Join online', value: event.onlineUrl }]
            : []),
        ],
        button: eventButton(eventId, context),
        closing: `Can’t make it after all? Please cancel your RSVP on ${theirPage(context)}, so the hosts know.`,
        push: startOf(event),
        textMessage: `${when.subject}: ${shortenForText(event.title)}, ${formatMoment(event.startTime)}, ${shortenForText(event.location)}. ${url}`,
      };
    },
  },

  group_news: {
    throttleKey: ({ groupId }) => `group:${groupId}`,
    topic: 'groupNews',
    write: async ({ groupId, until }, { db, now, site, recipient }) => {
      const group = await groupOutline(db, groupId);
      const member = recipient.id && (await memberProfile(db, groupId, recipient.id));
      if (group?.status !== 'approved' || !member) return undefined;
      const evening = new Date(until);
      const since = nextHour(newsHour, new Date(evening.getTime() - 26 * hour));
      const fresh = await newEventsOf(db, groupId, { since, until: evening }, now);
      const [first] = fresh;
      if (!first) return undefined;
      const one = fresh.length === 1;
      return {
        subject: one
          ? `New in ${group.name}: ${first.title}`
          : `${fresh.length} new events in ${group.name}`,
        preheader: `${formatMoment(first.startTime)}: ${first.title}`,
        paragraphs: [
          one
            ? `${group.name} has a new event. Will you come?`
            : `${group.name} has new events. Will you come?`,
        ],
        details: fresh.map(({ title, startTime, town }) => ({
          label: formatMoment(startTime),
          value: town ? `${title}, ${town}` : title,
        })),
        button: one
          ? { label: 'See the event', url: `${site.origin}${paths.event(first.id)}` }
          : { label: 'See the group', url: `${site.origin}${paths.group(groupId)}` },
        push: { body: `${formatMoment(first.startTime)}: ${first.title}`, until: first.startTime },
      };
    },
  },
};

/** The push of an email that reminds of an event. */
const startOf = ({ startTime, groupName }: Pick<KnownEvent, 'startTime' | 'groupName'>) => ({
  body: `${formatMoment(startTime)}, ${groupName}`,
  until: startTime,
});

/** Notifications on devices alone. */
export const eventPushes: PushesOf<'event_soon'> = {
  event_soon: {
    topic: 'reminders',
    write: async ({ eventId, startTime }, { db, now, recipient }) => {
      const event = await eventOutline(db, eventId, recipient);
      const isOn = event?.going && event.status !== 'cancelled' && event.startTime > now;
      if (!isOn || event.startTime.getTime() !== new Date(startTime).getTime()) return undefined;
      return {
        title: `Starts at ${formatTime(event.startTime)}: ${event.title}`,
        path: paths.event(eventId),
        ...startOf(event),
      };
    },
  },
};

const onAgain = {
  subject: 'On again',
  text: (host: string) =>
    `We told you that an event by ${host} had been cancelled. That was our mistake, and we’re sorry. It’s going ahead as planned, and you’re still on the list.`,
};

const reviewEnded = {
  subject: 'Going ahead',
  text: (host: string) =>
    `We told you that an event by ${host} was under review. The review is over. It’s going ahead as planned, and you’re still on the list.`,
};

const afterAll = ({ going }: { going: boolean }) => ({
  subject: 'It takes place after all',
  text: (host: string) =>
    `We told you that an event by ${host} had been cancelled. It takes place after all, and you’re still on the ${going ? 'list' : 'waiting list'}.`,
});

/** Keeps the entry in a calendar that has it, marked as tentative. */
const tentativeEntry = (
  eventId: number,
  { title, location }: EventOutline,
  current: KnownEvent,
  context: EmailContext,
): CalendarPart | undefined => {
  if (current.calendarRevision === null) return undefined;
  const entry = calendarEntry(eventId, { ...withoutTexts(current), title, location }, context);
  return { entries: [{ ...entry, isTentative: true }] };
};

type KnownEvent = Raw<NonNullable<Awaited<ReturnType<typeof eventOutline>>>>;

interface CancelledEvent {
  event: EventOutline;
  current: KnownEvent | undefined;
  revision: number | undefined;
}

/**
 * Removes an event from recipients' calendars. For a deleted event the server no longer knows who
 * added it; other calendars ignore the message.
 */
function removalEntry(
  eventId: number,
  { event, current, revision }: CancelledEvent,
  context: EmailContext,
): CalendarPart | undefined {
  if (current) {
    if (current.calendarRevision === null) return undefined;
    return { entries: [calendarEntry(eventId, current, context, { isOff: true })] };
  }
  if (revision === undefined) return undefined;
  const [startTime, endTime] = [new Date(event.startTime), new Date(event.endTime)];
  const text = eventUrl(eventId, context);
  const rest = { revision: revision + 1, text, host: context.site.name, isOff: true };
  return { entries: [{ eventId, ...event, startTime, endTime, ...rest }] };
}

/** An email about a hidden event states only when it was to take place. */
function reviewMessage(
  eventId: number,
  { event, current, revision }: CancelledEvent,
  context: EmailContext,
): EmailMessage {
  const bare = { title: 'Your event', location: '' };
  const entry = { groupName: String(context.site.name), ...bare };
  const bareEvent = {
    event: { ...event, ...bare },
    current: current && { ...withoutTexts(current), ...entry },
    revision,
  };
  const when = formatMoment(event.startTime);
  return {
    subject: `Cancelled: your event on ${when}`,
    preheader: 'Sorry, it won’t take place.',
    paragraphs: [`We’re sorry: an event that you ${earlierRsvp(current)} has been cancelled.`],
    details: emailFactsOf(event).filter(({ label }) => label === 'When'),
    button: { label: 'Find another event', url: `${context.site.origin}${paths.events}` },
    calendar: removalEntry(eventId, bareEvent, context),
    push: {
      body: 'Sorry, it won’t take place.',
      path: paths.myEvents,
      until: new Date(event.endTime),
    },
    textMessage: `Cancelled: your event on ${when}. Sorry, it won’t take place.`,
  };
}

/** Shows an old value only for fields that changed. */
function changedDetails(before: EventOutline, after: EventOutline): Detail[] {
  const old = emailFactsOf(before);
  return emailFactsOf(after).map((detail, index) => {
    const was = old[index]?.value;
    return was === undefined || was === detail.value ? detail : { ...detail, was };
  });
}

/** By the calendar in London: 24 hours earlier is not always yesterday when the clocks change. */
function dayInWords(start: Date, now: Date): { subject: string; sentence: string } {
  const days = daysUntil(start, now);
  if (days === 0) return { subject: 'Today', sentence: 'today' };
  if (days === 1) return { subject: 'Tomorrow', sentence: 'tomorrow' };
  const weekday = weekdayOf(start);
  return { subject: weekday, sentence: `on ${weekday}` };
}

/** The recipient's earlier RSVP; unknown for a deleted event. */
function earlierRsvp(current: { going: boolean } | undefined): string {
  if (!current) return 'were going to, or waiting for a place at,';
  return current.going ? 'were going to' : 'were waiting for a place at';
}
