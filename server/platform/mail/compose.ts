import type { Signer } from '../crypto/signing.ts';
import type { CalendarPart } from '../calendar/invitation.ts';
import type { Config } from '../config.ts';
import type { Database, Transaction } from '../db/database.ts';
import type { AccountKey, ButtonKey, OfferKey, ReportKey, SubscriptionKey } from './keys.ts';
import type { Letter, LetterKind, Recipient, Site } from './letter.ts';
import type { EffectKind, Effects } from './outbox.ts';
import type { Post } from './post.ts';
import type { Leased } from './tables.ts';
import { renderToKeep, renderToSend, type KeptMail, type SentMail } from './render.ts';
import type { MailPreferences } from '../../../contract/mail.ts';

/** What an effect comes to, as things are now. */
export interface Composed {
  site: Site;
  recipient: Recipient;
  /** Undefined where the member wants no mails of this sort. */
  mail: { kept: KeptMail; toSend: () => Promise<SentMail> } | undefined;
  letter: Letter;
  phone: string | null;
}

export interface Addressee extends Recipient {
  isActive: boolean;
  isConfirmed: boolean;
  /** Set for those alone who want text messages. */
  phone: string | null;
}

/** What the features tell the platform's mail: what is written, to whom, who wants none of it, and what its keys open. */
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
  /** What links begin with. */
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
  const letter = isSafe || whole.withheld ? whole : withoutWords(whole, site);
  if (!(await isWanted(kind, recipient, deps))) {
    return { site, recipient, mail: undefined, letter, phone };
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
  return { site, recipient, mail, letter, phone };
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

/** That there is news, in the site's own words: what people typed is for those alone who have asked for it. */
const withoutWords = ({ button }: Letter, { name, origin }: Site): Letter => ({
  subject: `There is news for you at ${name}`,
  preheader: 'Log in to see it.',
  paragraphs: [
    `Something has happened in your groups or events at ${name}. Log in to see it.`,
    'We tell it in full by email once you have confirmed that this is your address. If you have not signed up with us, you need do nothing.',
  ],
  // A key is for whom it was made for: whoever reads here may be anybody.
  ...(button && { button: { label: `Go to ${name}`, url: 'url' in button ? button.url : origin } }),
});

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

async function addresseeOf(
  { recipientId, recipientEmail }: Leased,
  { db, correspondence }: ComposeDeps,
): Promise<Addressee | undefined> {
  if (recipientEmail) {
    const nobody = { id: null, firstName: null, phone: null };
    return { ...nobody, email: recipientEmail, isActive: true, isConfirmed: false };
  }
  return correspondence.addresseeOf(db, recipientId ?? '');
}
