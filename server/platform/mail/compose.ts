import { eq, sql } from 'drizzle-orm';
import { users } from '../../features/accounts/tables.ts';
import type { Signer } from '../crypto/signing.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { currentSettings } from '../../features/settings/queries.ts';
import { addressOfAccountKey, addressOfSubscription, type SubscriptionKey } from './keys.ts';
import type { Letter, LetterKind, Recipient, Site } from './letter.ts';
import { letterKind } from '../../mail.ts';
import type { EffectKind, Effects } from './outbox.ts';
import type { Post } from './post.ts';
import { preferencesOf } from '../../features/mail/queries/preferences.ts';
import type { Leased } from './queue.ts';
import { renderToKeep, renderToSend, type KeptMail, type SentMail } from './render.ts';

/** What an effect comes to, as things are now. */
export interface Composed {
  site: Site;
  recipient: Recipient;
  /** Undefined where the member wants no mails of this sort. */
  mail: { kept: KeptMail; toSend: () => Promise<SentMail> } | undefined;
  letter: Letter;
  phone: string | null;
}

interface Addressee extends Recipient {
  isActive: boolean;
  isConfirmed: boolean;
  /** Set for those alone who want text messages. */
  phone: string | null;
}

export interface ComposeDeps {
  db: Database;
  config: Config;
  signer: Signer;
  /** What links begin with. */
  origin: string;
  /** Left out where mail is kept in the database and not sent. */
  post?: Post | undefined;
}

export class UnknownKindError extends Error {}

/**
 * Writes what an effect tells its recipient; undefined where there is nothing to tell or nobody to tell it to.
 * @throws UnknownKindError
 */
export async function compose(
  effect: Leased,
  deps: ComposeDeps,
  now: Date,
): Promise<Composed | undefined> {
  const { db, config, origin } = deps;
  const kind = letterKind(effect.kind);
  if (!kind) throw new UnknownKindError(`no letter is known for ${effect.kind}`);
  const addressee = await addresseeOf(db, effect);
  if (!addressee || !(addressee.isActive || kind.toSuspended)) return undefined;
  const { isActive: _, isConfirmed, phone, ...recipient } = addressee;
  const { siteName: name, supportEmail } = await currentSettings({ db, config, now });
  const site = { name, supportEmail, origin };
  const payload = effect.payload as Effects[EffectKind];
  const whole = await kind.write(payload, { db, now, site, recipient });
  if (!whole) return undefined;
  const letter = isConfirmed || kind.ownWords ? whole : withoutWords(whole, site);
  if (!(await isWanted(db, kind, recipient))) {
    return { site, recipient, mail: undefined, letter, phone };
  }
  const written = { letter, recipient, site, subscription: subscriptionOf(kind, recipient) };
  const mail = {
    kept: renderToKeep(written, { isSent: deps.post !== undefined }),
    toSend: () =>
      renderToSend(written, {
        account: (key) => addressOfAccountKey(key, { db, origin, now }),
        subscription: (key) => addressOfSubscription(key, deps),
      }),
  };
  return { site, recipient, mail, letter, phone };
}

/** That there is news, in the site's own words: what people typed is for those alone who have asked for it. */
const withoutWords = ({ button }: Letter, { name }: Site): Letter => ({
  subject: `There is news for you at ${name}`,
  preheader: 'Log in to see it.',
  paragraphs: [
    `Something has happened in your groups or events at ${name}. Log in to see it.`,
    'We tell it in full by email once you have confirmed that this is your address. If you have not signed up with us, you need do nothing.',
  ],
  ...(button && { button: { ...button, label: `Go to ${name}` } }),
});

const subscriptionOf = (
  { topic }: Pick<LetterKind<unknown>, 'topic'>,
  { id: userId }: Recipient,
): SubscriptionKey | undefined =>
  topic && userId !== null ? { opens: 'subscription', topic, userId } : undefined;

async function isWanted(
  db: Database,
  { topic }: Pick<LetterKind<unknown>, 'topic'>,
  { id }: Recipient,
): Promise<boolean> {
  return !topic || id === null || (await preferencesOf(db, id))[topic];
}

async function addresseeOf(
  db: Database,
  { recipientId, recipientEmail }: Leased,
): Promise<Addressee | undefined> {
  if (recipientEmail) {
    const nobody = { id: null, firstName: null, phone: null };
    return { ...nobody, email: recipientEmail, isActive: true, isConfirmed: false };
  }
  const [member] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      isActive: users.isActive,
      isConfirmed: sql<boolean>`${users.emailVerifiedAt} is not null`,
      smsNotifications: users.smsNotifications,
      phoneNumber: users.phoneNumber,
    })
    .from(users)
    .where(eq(users.id, recipientId ?? ''));
  if (!member) return undefined;
  const { smsNotifications, phoneNumber, firstName, ...addressee } = member;
  const phone = smsNotifications ? phoneNumber : null;
  return addressee.isConfirmed
    ? { ...addressee, firstName, phone }
    : { ...addressee, firstName: null, phone: null };
}
