import type { MailPreferences } from '#contract/base/mail.ts';
import { localPath, paths } from '#contract/platform/paths.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import type { Config } from '#platform/config.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import {
  definitionOf,
  type AccountKey,
  type ButtonKey,
  type EmailDefinition,
  type EmailKind,
  type EmailMessage,
  type EmailPayloads,
  type GuestKey,
  type AskKey,
  type OfferKey,
  type Recipient,
  type ReportKey,
  type Site,
  type SubscriptionKey,
  type ToGuest,
} from './email.ts';
import { renderToSend, renderToStore, type SentContent, type StoredContent } from './render.ts';
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
  /** Tells whether the owner of an address has confirmed an account or a place with it. */
  hasConfirmed: (db: Database, address: string) => Promise<boolean>;
  siteOf: (db: Database, config: Config, now: Date) => Promise<Omit<Site, 'origin'>>;
  preferencesOf: (db: Database, userId: string) => Promise<MailPreferences>;
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
  const { db, config, origin, services, smtp } = deps;
  const definition = definitionOf(email.kind);
  if (!definition) throw new UnknownKindError(`no email is defined for ${email.kind}`);
  const addressee = await addresseeOf(email, deps);
  if (!addressee || !(addressee.isActive || definition.toSuspended)) return undefined;
  const { isActive: _, isConfirmed, phone, ...recipient } = addressee;
  const site = { ...(await services.siteOf(db, config, now)), origin };
  const payload = email.payload as EmailPayloads[EmailKind];
  const full = await definition.write(payload, { db, now, site, recipient });
  if (!full) return undefined;
  const isSafe =
    isConfirmed || definition.safeForUnconfirmed || (definition.storedUnchanged && !smtp);
  const isComplete = isSafe || (full.isWithheld ?? false);
  const message = isComplete ? full : somethingWaits(full, site, recipient);
  const hasConfirmed = isConfirmed || !smtp || (await services.hasConfirmed(db, recipient.email));
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
  if (key.opens === 'report') return services.addressOfReport(key, origin, signer);
  return services.addressOfAccountKey(db, key, origin, now);
}

/**
 * Says only that something is waiting, in the site's own words: an unconfirmed address gets no text
 * that people typed. The button confirms the address and continues to what is waiting.
 */
function somethingWaits(
  { button }: EmailMessage,
  { name, origin }: Site,
  { id }: Recipient,
): EmailMessage {
  const next = button && pathOf(button, origin);
  return {
    subject: 'Please confirm your email: something is waiting for you',
    preheader: 'Confirm that this is your address, and we’ll take you to it.',
    paragraphs: [
      `Something has happened in your groups or events at ${name}.`,
      'Please confirm that this is your email address. We’ll take you to what is waiting, and from then on our emails tell you the whole story.',
    ],
    button:
      id === null
        ? { label: `Go to ${name}`, url: origin }
        : {
            label: 'Confirm your email address',
            key: { opens: 'confirm_email', userId: id, ...(next && { next }) },
          },
    closing: "If this wasn't you, ignore this email.",
  };
}

/** Fixed words and numbers: a path may contain neither typed text nor a key. */
const plainPath = /^(?:\/(?:[a-z-]+|\d+))+(?:\?[a-z]+=(?:[a-z]+|\d+))?(?:#[a-z-]+)?$/i;

/** The path that an email's button leads to; undefined if it may not be shown. */
function pathOf(button: NonNullable<EmailMessage['button']>, origin: string): string | undefined {
  if ('key' in button) {
    const { key } = button;
    return key.opens === 'offer' || key.opens === 'ask' ? paths.event(key.eventId) : undefined;
  }
  if (!button.url.startsWith(`${origin}/`)) return undefined;
  const path = localPath(button.url.slice(origin.length));
  return path && plainPath.test(path) ? path : undefined;
}

const subscriptionTo = ({ invitedHash }: EmailMessage): SubscriptionKey | undefined =>
  invitedHash === undefined
    ? undefined
    : { opens: 'subscription', topic: 'groupInvitations', emailHash: invitedHash };

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
  { topic }: EmailDefinition<never>,
  { id }: Recipient,
  { db, services }: ComposeDeps,
): Promise<boolean> {
  return !topic || id === null || (await services.preferencesOf(db, id))[topic];
}

/** An address without an account counts as confirmed if the operator configured it. */
async function addresseeOf(
  { recipientId, recipientEmail, payload }: LeasedEmail,
  { config, db, services }: ComposeDeps,
): Promise<Addressee | undefined> {
  const guestId = guestIn(payload);
  if (guestId !== undefined) return services.guestAddresseeOf(db, guestId, recipientEmail);
  if (recipientEmail) {
    const nobody = { id: null, guestId: null, firstName: null, phone: null };
    const isConfirmed = recipientEmail === config.safetyEmail;
    return { ...nobody, email: recipientEmail, isActive: true, isConfirmed };
  }
  return services.addresseeOf(db, recipientId ?? '');
}

const guestIn = (payload: unknown): number | undefined => (payload as ToGuest).guestId;
