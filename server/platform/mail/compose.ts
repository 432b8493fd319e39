import type { Signer } from '#platform/crypto/signing.ts';
import type { CalendarPart } from '#platform/calendar/invitation.ts';
import { localPath, paths } from '#contract/platform/paths.ts';
import type { Reach } from './bounds.ts';
import type { Config } from '#platform/config.ts';
import type { Database, Transaction } from '#platform/db/database.ts';
import type { AccountKey, ButtonKey, OfferKey, ReportKey, SubscriptionKey } from './keys.ts';
import type { Letter, LetterKind, Recipient, Site } from './letter.ts';
import type { EffectKind, Effects } from './effects.ts';
import type { Post } from './post.ts';
import type { Leased } from './tables.ts';
import { renderToKeep, renderToSend, type KeptMail, type SentMail } from './render.ts';
import type { MailPreferences } from '#contract/base/mail.ts';

/** The content of an effect, by the current state of its subject. */
export interface Composed {
  site: Site;
  recipient: Recipient;
  /** Undefined where the member wants no mails of this sort. */
  mail: { kept: KeptMail; toSend: () => Promise<SentMail> } | undefined;
  letter: Letter;
  phone: string | null;
  reach: Reach;
}

export interface Addressee extends Recipient {
  isActive: boolean;
  isConfirmed: boolean;
  /** Set for those alone who want text messages. */
  phone: string | null;
}

/**
 * The features' answers for the platform's mail: contents, recipients, opt-outs, and the targets of
 * tokens.
 */
export interface Correspondence {
  /** Undefined for a kind that a later version of the site wrote. */
  letterOf: (kind: string) => LetterKind<Effects[EffectKind]> | undefined;
  /** Undefined for somebody who has left. */
  addresseeOf: (db: Database, userId: string) => Promise<Addressee | undefined>;
  siteOf: (db: Database, config: Config, now: Date) => Promise<Omit<Site, 'origin'>>;
  preferencesOf: (db: Database, userId: string) => Promise<MailPreferences>;
  /** Notes what somebody's calendar has been sent. */
  noteCalendar: (tx: Transaction, userId: string, part: CalendarPart, now: Date) => Promise<void>;
  /** Has events taken out of a calendar that may hold them without a note of it, unless its owner still goes to them. */
  takeOutOfCalendar: (
    tx: Transaction,
    userId: string,
    eventIds: number[],
    now: Date,
  ) => Promise<void>;
  /** Makes a fresh key, and the address at which it opens. */
  addressOfAccountKey: (
    db: Database,
    key: AccountKey,
    origin: string,
    now: Date,
  ) => Promise<string>;
  addressOfOffer: (key: OfferKey, origin: string, signer: Signer) => string;
  addressOfReport: (key: ReportKey, origin: string, signer: Signer) => string;
  addressOfSubscription: (key: SubscriptionKey, origin: string, signer: Signer) => string;
}

export interface ComposeDeps {
  correspondence: Correspondence;
  db: Database;
  config: Config;
  signer: Signer;
  /** The origin that links begin with. */
  origin: string;
  /** Left out where mail is kept in the database and not sent. */
  post?: Post | undefined;
}

class UnknownKindError extends Error {}

/**
 * Writes what an effect tells its recipient; undefined where there is nothing to tell or nobody to tell it to.
 * @throws UnknownKindError
 */
export async function compose(
  effect: Leased,
  deps: ComposeDeps,
  now: Date,
): Promise<Composed | undefined> {
  const { db, config, origin, correspondence } = deps;
  const kind = correspondence.letterOf(effect.kind);
  if (!kind) throw new UnknownKindError(`no letter is known for ${effect.kind}`);
  const addressee = await addresseeOf(effect, deps);
  if (!addressee || !(addressee.isActive || kind.toSuspended)) return undefined;
  const { isActive: _, isConfirmed, phone, ...recipient } = addressee;
  const site = { ...(await correspondence.siteOf(db, config, now)), origin };
  const payload = effect.payload as Effects[EffectKind];
  const whole = await kind.write(payload, { db, now, site, recipient });
  if (!whole) return undefined;
  const isSafe = isConfirmed || kind.ownWords || (kind.keptWhole && !deps.post);
  const isWhole = isSafe || (whole.withheld ?? false);
  const letter = isWhole ? whole : somethingWaits(whole, site, recipient);
  const reach = { isConfirmed: isConfirmed || !deps.post, isWhole };
  if (!(await isWanted(kind, recipient, deps))) {
    return { site, recipient, mail: undefined, letter, phone, reach };
  }
  const written = {
    letter,
    recipient,
    site,
    subscription: subscriptionOf(kind, payload, recipient),
  };
  const mail = {
    kept: renderToKeep(written, { isSent: deps.post !== undefined }),
    toSend: () =>
      renderToSend(written, {
        button: (key) => addressOf(key, deps, now),
        subscription: (key) => correspondence.addressOfSubscription(key, origin, deps.signer),
      }),
  };
  return { site, recipient, mail, letter, phone, reach };
}

function addressOf(
  key: ButtonKey,
  { correspondence, db, origin, signer }: ComposeDeps,
  now: Date,
): string | Promise<string> {
  if (key.opens === 'offer') return correspondence.addressOfOffer(key, origin, signer);
  if (key.opens === 'report') return correspondence.addressOfReport(key, origin, signer);
  return correspondence.addressOfAccountKey(db, key, origin, now);
}

/**
 * Says that something is waiting, in the site's own words: what people typed is for those alone who have confirmed
 * their address. The button does that, and leads on to what is waiting.
 */
function somethingWaits({ button }: Letter, { name, origin }: Site, { id }: Recipient): Letter {
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

/** Fixed words and numbers: no address may carry what somebody typed, or a key of its own. */
const plainPath = /^(?:\/(?:[a-z-]+|\d+))+(?:\?[a-z]+=(?:[a-z]+|\d+))?(?:#[a-z-]+)?$/i;

/** The path of what an email's button leads to; undefined where it can't be told. */
function pathOf(button: NonNullable<Letter['button']>, origin: string): string | undefined {
  if ('key' in button) {
    return button.key.opens === 'offer' ? paths.event(button.key.eventId) : undefined;
  }
  if (!button.url.startsWith(`${origin}/`)) return undefined;
  const path = localPath(button.url.slice(origin.length));
  return path && plainPath.test(path) ? path : undefined;
}

function subscriptionOf<Payload>(
  { topic, mutes }: Pick<LetterKind<Payload>, 'topic' | 'mutes'>,
  payload: Payload,
  { id: userId }: Recipient,
): SubscriptionKey | undefined {
  if (userId === null) return undefined;
  if (topic) return { opens: 'subscription', topic, userId };
  return (
    mutes && { opens: 'subscription', topic: 'groupMessages', groupId: mutes(payload), userId }
  );
}

async function isWanted(
  { topic }: Pick<LetterKind<unknown>, 'topic'>,
  { id }: Recipient,
  { db, correspondence }: ComposeDeps,
): Promise<boolean> {
  return !topic || id === null || (await correspondence.preferencesOf(db, id))[topic];
}

/** An address without an account counts as confirmed where the operator has named it. */
async function addresseeOf(
  { recipientId, recipientEmail }: Leased,
  { config, db, correspondence }: ComposeDeps,
): Promise<Addressee | undefined> {
  if (recipientEmail) {
    const nobody = { id: null, firstName: null, phone: null };
    const isConfirmed = recipientEmail === config.safetyEmail;
    return { ...nobody, email: recipientEmail, isActive: true, isConfirmed };
  }
  return correspondence.addresseeOf(db, recipientId ?? '');
}
