import { hour } from '#contract/platform/durations.ts';
import { paths, tokensPath } from '#contract/platform/paths.ts';
import type { TokenScope } from '#contract/base/tokens.ts';
import type { EmailsOf, Site, OwnMessage } from '#platform/mail/email.ts';
import { own, ownNetwork, ownTime, plainTitle, type SiteText } from '#platform/mail/site-text.ts';
import { tokensMadeSince, type MadeToken } from './queries.ts';

declare module '#platform/mail/email.ts' {
  interface EmailPayloads {
    /** When and from where the last of them was created. */
    token_made: { at: string; network: string };
  }
}

/** Emails of one kind are merged for an hour at most. */
const mergeTime = 2 * hour;

export const tokenEmails: EmailsOf<'token_made'> = {
  token_made: {
    throttleKey: () => 'account',
    urgent: true,
    writeInOwnWords: async ({ at, network }, { db, now, site, recipient }) => {
      const since = new Date(Date.parse(at) - mergeTime);
      const made = recipient.id ? await tokensMadeSince(db, recipient.id, since, now) : [];
      // Anyone may have registered an unconfirmed address and put any text into a token's name.
      const isNamed = recipient.firstName !== null;
      return tokenMade({ at, network, made: made.map((each) => detailOf(each, isNamed)) }, site);
    },
  },
};

const scopeText = (scopes: TokenScope[]): SiteText => {
  if (scopes.length > 1) return own`reads and changes`;
  return scopes[0] === 'read' ? own`reads` : own`changes`;
};

/** A name that may not be in an email to a stranger is left out. */
function detailOf({ name, scopes, expiresAt }: MadeToken, isNamed: boolean) {
  const title = isNamed ? plainTitle(name) : undefined;
  const does = own`${scopeText(scopes)}, until ${ownTime(expiresAt)}`;
  return { label: own`Token`, value: title === undefined ? does : own`“${title}”: ${does}` };
}

const tokenMade = (
  { at, network, made }: { at: string; network: string; made: NonNullable<OwnMessage['details']> },
  { name, origin, supportEmail }: Site,
): OwnMessage => ({
  subject: own`New access token for your ${name} account`,
  preheader: own`${ownTime(at)}. If this was you, there’s nothing to do.`,
  paragraphs: [
    own`Someone has made an access token for your ${name} account. Until it expires, anyone who has it can use your account without your password.`,
    own`If this was you, there’s nothing to do.`,
  ],
  details: [
    ...made,
    { label: own`When`, value: own`${ownTime(at)}, London time` },
    { label: own`Network`, value: ownNetwork(network) },
  ],
  button: { label: own`See your tokens`, url: `${origin}${tokensPath}` },
  closing: own`If this wasn’t you, choose a new password straight away at ${origin}${paths.forgotPassword}: it cancels every token and signs out every device. Then write to ${supportEmail}.`,
});
