import type { Channels, NotificationTopic } from '#contract/base/notifications.ts';
import { localPath, paths } from '#contract/platform/paths.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import {
  definitionOf,
  notificationTopicOf,
  type AccountKey,
  type ButtonKey,
  type EmailDefinition,
  type EmailKind,
  type EmailMessage,
  type EmailPayloads,
  type GuestKey,
  type AskKey,
  type QuestionKey,
  type Notice,
  type OfferKey,
  type OwnMessage,
  type Recipient,
  type ReportKey,
  type Site,
  type SubscriptionKey,
  type ToGuest,
} from './email.ts';
import { renderToSend, renderToStore, type SentContent, type StoredContent } from './render.ts';
import { own, ownSite } from './site-text.ts';
import type { SmtpClient } from './smtp.ts';
import type { LeasedEmail } from './tables.ts';
import type { Destination } from './throttle.ts';

/** An email composed from the facts at the time of sending. */
export interface ComposedEmail {
  site: Site;
  recipient: Recipient;
  message: EmailMessage;
  /** Undefined if the member has turned off emails of this topic. */
  rendered: RenderedEmail | undefined;
  phone: string | null;
  limitedAs: Omit<Destination, 'address'>;
}

export interface RenderedEmail {
  stored: StoredContent;
  toSend: () => Promise<SentContent>;
}

export interface Addressee extends Recipient {
  isActive: boolean;
  isConfirmed: boolean;
  /** Null unless the member wants text messages. */
  phone: string | null;
}

/**
 * The features' queries and mutations that sending needs: members, preferences, calendars and keys.
 */
export interface MailServices {
  /** Undefined for a former member. */
  addresseeOf: (db: Database, userId: string) => Promise<Addressee | undefined>;
  /**
   * Undefined for a guest who has cancelled. A guest who is gone with their event is told so at the
   * address that the email was enqueued to.
   */
  guestAddresseeOf: (
    db: Database,
    guestId: number,
    recipientEmail: string | null,
  ) => Promise<Addressee | undefined>;
  /**
   * Returns who has confirmed an address, with their first name if they have an account; undefined
   * if nobody has.
   */
  confirmedOwnerOf: (
    db: Database,
    address: string,
  ) => Promise<{ firstName: string | null } | undefined>;
  siteOf: (
    db: Database,
    config: Config,
    now: Date,
  ) => Promise<Record<'name' | 'supportEmail', string> & Pick<Site, 'logo'>>;
  /** How a member chose to hear of each topic. */
  channelsOf: (db: Database, userId: string) => Promise<Record<NotificationTopic, Channels>>;
  /** Records which events were sent to a recipient's calendar. */
  noteCalendar: (
    tx: Transaction,
    recipient: Recipient,
    part: CalendarPart,
    now: Date,
  ) => Promise<void>;
  /** Removes events that a calendar may have without a record, unless the member still attends. */
  removeFromCalendar: (
    tx: Transaction,
    userId: string,
    eventIds: number[],
    now: Date,
  ) => Promise<void>;
  /** Creates a new secret and returns the address of its link. */
  addressOfAccountKey: (
    db: Database,
    key: AccountKey,
    origin: string,
    now: Date,
  ) => Promise<string>;
  addressOfGuest: (db: Database, key: GuestKey, origin: string, now: Date) => Promise<string>;
  addressOfOffer: (key: OfferKey, origin: string, signer: Signer) => string;
  addressOfAsk: (key: AskKey, origin: string, signer: Signer) => string;
  addressOfQuestion: (key: QuestionKey, origin: string, signer: Signer) => string;
  addressOfReport: (key: ReportKey, origin: string, signer: Signer) => string;
  addressOfSubscription: (key: SubscriptionKey, origin: string, signer: Signer) => string;
}

export interface ComposeDeps {
  services: MailServices;
  db: Database;
  config: Config;
  signer: Signer;
  /** Links begin with this origin. */
  origin: string;
  /** Omitted if emails are stored and not sent. */
  smtp?: SmtpClient | undefined;
}

export const siteOf = async (
  { db, config, origin, services }: ComposeDeps,
  now: Date,
): Promise<Site> => ownSite({ ...(await services.siteOf(db, config, now)), origin });

class UnknownKindError extends Error {}

/**
 * Composes an email; undefined if nothing is left to say or its recipient is gone.
 * @throws UnknownKindError
 */
export async function compose(
  email: LeasedEmail,
  deps: ComposeDeps,
  now: Date,
): Promise<ComposedEmail | undefined> {
  const { db, origin, services, smtp } = deps;
  const definition = definitionOf(email.kind);
  if (!definition) throw new UnknownKindError(`no email is defined for ${email.kind}`);
  const addressee = await addresseeOf(email, deps);
  if (!addressee || !(addressee.isActive || definition.toSuspended)) return undefined;
  const { isActive: _, isConfirmed, phone, ...recipient } = addressee;
  const site = await siteOf(deps, now);
  const payload = email.payload as EmailPayloads[EmailKind];
  const context = { db, now, site, recipient };
  const ownWords = await definition.writeInOwnWords?.(payload, context);
  const full = ownWords
    ? withSafeButton(ownWords, site)
    : await definition.write?.(payload, context);
  if (!full) return undefined;
  const isComplete =
    ownWords !== undefined ||
    isConfirmed ||
    (definition.storedUnchanged && !smtp) ||
    (full.isWithheld ?? false);
  const message = isComplete
    ? full
    : askingToConfirm(
        full,
        (await definition.writeNotice?.(payload, context)) ?? somethingWaits(site),
        site,
        recipient,
      );
  const hasConfirmed =
    isConfirmed || !smtp || (await services.confirmedOwnerOf(db, recipient.email)) !== undefined;
  const composed = {
    site,
    recipient,
    message,
    phone,
    limitedAs: { hasConfirmed, isComplete },
  };
  if (!(await isWanted(definition, recipient, deps))) return { ...composed, rendered: undefined };
  const subscription = subscriptionTo(full) ?? subscriptionOf(definition, payload, recipient);
  const input = { message, recipient, site, subscription };
  const rendered = {
    stored: renderToStore(input, { isSent: smtp !== undefined }),
    toSend: () =>
      renderToSend(input, {
        button: (key) => addressOf(key, deps, now),
        subscription: (key) => services.addressOfSubscription(key, origin, deps.signer),
      }),
  };
  return { ...composed, rendered };
}

function addressOf(
  key: ButtonKey,
  { services, db, origin, signer }: ComposeDeps,
  now: Date,
): string | Promise<string> {
  if (key.opens === 'offer') return services.addressOfOffer(key, origin, signer);
  if (key.opens === 'ask') return services.addressOfAsk(key, origin, signer);
  if (key.opens === 'guest') return services.addressOfGuest(db, key, origin, now);
  if (key.opens === 'question') return services.addressOfQuestion(key, origin, signer);
  if (key.opens === 'report') return services.addressOfReport(key, origin, signer);
  return services.addressOfAccountKey(db, key, origin, now);
}

/** Says only that something is waiting: an unconfirmed address gets no text that people typed. */
const somethingWaits = ({ name }: Site): Notice => ({
  subject: own`Please confirm your email: something is waiting for you`,
  preheader: own`Confirm that this is your address, and we’ll take you to it.`,
  paragraphs: [
    own`Something has happened in your groups or events at ${name}.`,
    own`Please confirm that this is your email address. We’ll take you to what is waiting, and from then on our emails tell you the whole story.`,
  ],
});

/** The button confirms the address and continues to what is waiting. */
function askingToConfirm(
  { button }: EmailMessage,
  notice: Notice,
  { name, origin }: Site,
  { id }: Recipient,
): OwnMessage {
  const next = button && pathOf(button, origin);
  return {
    ...notice,
    button:
      id === null
        ? { label: own`Go to ${name}`, url: origin }
        : {
            label: own`Confirm your email address`,
            key: { opens: 'confirm_email', userId: id, ...(next && { next }) },
          },
    closing: own`If this wasn't you, ignore this email.`,
  };
}

/** Fixed words, numbers and codes: a path may contain no typed text. */
const plainPath = /^(?:\/(?:[a-z-]+|\d+))+(?:\?[a-z]+=(?:[a-z]+|\d+))?(?:#[a-z-]+)?$/i;

/** Returns the path if it holds nothing but fixed words and numbers. */
const pathIfPlain = (path: string | undefined): string | undefined =>
  path !== undefined && plainPath.test(path) ? path : undefined;

/** Returns the path that an email's button leads to; undefined if it may not be shown. */
export function pathOf(
  button: NonNullable<EmailMessage['button']>,
  origin: string,
): string | undefined {
  if ('key' in button) {
    const { key } = button;
    return key.opens === 'offer' || key.opens === 'ask' ? paths.event(key.eventId) : undefined;
  }
  return button.url.startsWith(`${origin}/`)
    ? pathIfPlain(localPath(button.url.slice(origin.length)))
    : undefined;
}

/**
 * Holds the button of an email in the site's own words to this site. The page that a link to
 * confirm an address continues to is left out if its path has anything typed in it.
 */
function withSafeButton({ button, ...message }: OwnMessage, { origin }: Site): OwnMessage {
  if (!button) return message;
  if (!('key' in button)) {
    if (new URL(button.url).origin !== new URL(origin).origin)
      throw new Error('an email in the site’s own words leads elsewhere');
    return { ...message, button };
  }
  if (!('next' in button.key)) return { ...message, button };
  const { next, ...key } = button.key;
  const path = pathIfPlain(next);
  return {
    ...message,
    button: { label: button.label, key: { ...key, ...(path && { next: path }) } },
  };
}

const subscriptionTo = ({ endedBy }: EmailMessage): SubscriptionKey | undefined =>
  endedBy && { opens: 'subscription', ...endedBy };

function subscriptionOf(
  { topic, mutesGroup, stopsForGuests }: EmailDefinition<never>,
  payload: EmailPayloads[EmailKind],
  { id: userId, guestId }: Recipient,
): SubscriptionKey | undefined {
  if (guestId !== null && stopsForGuests) {
    return { opens: 'subscription', topic: 'eventMessages', guestId };
  }
  if (userId === null) return undefined;
  if (topic) return { opens: 'subscription', topic, userId };
  const groupId = mutesGroup?.(payload as never);
  return groupId === undefined
    ? undefined
    : { opens: 'subscription', topic: 'groupMessages', groupId, userId };
}

async function isWanted(
  definition: EmailDefinition<never>,
  { id }: Recipient,
  { db, services }: ComposeDeps,
): Promise<boolean> {
  const topic = notificationTopicOf(definition);
  return !topic || id === null || (await services.channelsOf(db, id))[topic].email;
}

/**
 * An address without an account counts as confirmed if somebody has confirmed it, or the operator
 * configured it.
 */
async function addresseeOf(
  { recipientId, recipientEmail, payload }: LeasedEmail,
  { config, db, services }: ComposeDeps,
): Promise<Addressee | undefined> {
  const guestId = guestIn(payload);
  if (guestId !== undefined) return services.guestAddresseeOf(db, guestId, recipientEmail);
  if (recipientEmail) {
    const owner = await services.confirmedOwnerOf(db, recipientEmail);
    return {
      id: null,
      guestId: null,
      firstName: owner?.firstName ?? null,
      phone: null,
      email: recipientEmail,
      isActive: true,
      isConfirmed: owner !== undefined || recipientEmail === config.safetyEmail,
    };
  }
  return services.addresseeOf(db, recipientId ?? '');
}

const guestIn = (payload: unknown): number | undefined => (payload as ToGuest).guestId;
