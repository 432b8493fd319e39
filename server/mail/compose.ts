import { eq } from 'drizzle-orm';
import type { MailTopic } from '../../contract/mail.ts';
import { paths } from '../../contract/paths.ts';
import { users } from '../accounts/tables.ts';
import type { Signer } from '../auth/signing.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { currentSettings } from '../settings/queries.ts';
import type { Letter, LetterKind, Recipient, Site } from './letter.ts';
import { letterKind } from './letters.ts';
import type { EffectKind, Effects } from './outbox.ts';
import { preferencesOf, subscriptionToken } from './preferences.ts';
import type { Leased } from './queue.ts';
import { render, type RenderedMail } from './render.ts';

/** What an effect comes to, as things are now. */
export interface Composed {
  site: Site;
  recipient: Recipient;
  /** Undefined where the member wants no mails of this sort. */
  mail: (RenderedMail & { unsubscribeUrl: string | undefined }) | undefined;
  letter: Letter;
  phone: string | null;
  secret: boolean;
}

interface Addressee extends Recipient {
  isActive: boolean;
  /** Set for those alone who want text messages. */
  phone: string | null;
}

export interface ComposeDeps {
  db: Database;
  config: Config;
  signer: Signer;
  /** What links begin with. */
  origin: string;
}

export class UnknownKindError extends Error {}

/**
 * Writes what an effect tells its recipient; undefined where there is nothing to tell or nobody to tell it to.
 * @throws UnknownKindError
 */
export async function compose(
  effect: Leased,
  { db, config, signer, origin }: ComposeDeps,
  now: Date,
): Promise<Composed | undefined> {
  const kind = letterKind(effect.kind);
  if (!kind) throw new UnknownKindError(`no letter is known for ${effect.kind}`);
  const addressee = await addresseeOf(db, effect);
  if (!addressee || !(addressee.isActive || kind.toSuspended)) return undefined;
  const { isActive: _, phone, ...recipient } = addressee;
  const { siteName: name, supportEmail } = await currentSettings({ db, config, now });
  const site = { name, supportEmail, origin };
  const payload = effect.payload as Effects[EffectKind];
  const letter = await kind.write(payload, { db, now, site, recipient });
  if (!letter) return undefined;
  const mail = (await isWanted(db, kind, recipient))
    ? renderFor(letter, kind, recipient, { signer, site })
    : undefined;
  return { site, recipient, mail, letter, phone, secret: kind.secret ?? false };
}

function renderFor(
  letter: Letter,
  { topic }: Pick<LetterKind<unknown>, 'topic'>,
  recipient: Recipient,
  { signer, site }: { signer: Signer; site: Site },
): Composed['mail'] {
  const subscription = subscriptionFor(topic, recipient, signer, site);
  const unsubscribeUrl = subscription?.url;
  return { ...render(letter, recipient, site, subscription), unsubscribeUrl };
}

function subscriptionFor(
  topic: MailTopic | undefined,
  { id }: Recipient,
  signer: Signer,
  site: Site,
): { topic: MailTopic; url: string } | undefined {
  if (!topic || id === null) return undefined;
  const token = subscriptionToken(signer, { userId: id, topic });
  return { topic, url: `${site.origin}${paths.unsubscribe(token)}` };
}

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
    return { id: null, email: recipientEmail, firstName: null, isActive: true, phone: null };
  }
  const [member] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      isActive: users.isActive,
      smsNotifications: users.smsNotifications,
      phoneNumber: users.phoneNumber,
    })
    .from(users)
    .where(eq(users.id, recipientId ?? ''));
  if (!member) return undefined;
  const { smsNotifications, phoneNumber, ...addressee } = member;
  return { ...addressee, phone: smsNotifications ? phoneNumber : null };
}
