import { formatCommentDate } from '#contract/platform/dates.ts';
import { hour } from '#contract/platform/durations.ts';
import { paths, tokensPath } from '#contract/platform/paths.ts';
import type { TokenScope } from '#contract/base/tokens.ts';
import type { EmailMessage, EmailsOf, Site } from '#platform/mail/email.ts';
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
    safeForUnconfirmed: true,
    write: async ({ at, network }, { db, now, site, recipient }) => {
      const since = new Date(Date.parse(at) - mergeTime);
      const made = recipient.id ? await tokensMadeSince(db, recipient.id, since, now) : [];
      // Anyone may have registered an unconfirmed address and put any text into a token's name.
      const isNamed = recipient.firstName !== null;
      return tokenMade({ at, network, made: made.map((each) => detailOf(each, isNamed)) }, site);
    },
  },
};

const mayDo = (scopes: TokenScope[]): string => {
  if (scopes.length > 1) return 'reads and changes';
  return scopes[0] === 'read' ? 'reads' : 'changes';
};

const detailOf = ({ name, scopes, expiresAt }: MadeToken, isNamed: boolean) => ({
  label: 'Token',
  value: `${isNamed ? `“${name}”: ` : ''}${mayDo(scopes)}, until ${formatCommentDate(expiresAt.toISOString())}`,
});

const tokenMade = (
  {
    at,
    network,
    made,
  }: { at: string; network: string; made: NonNullable<EmailMessage['details']> },
  { name, origin, supportEmail }: Site,
): EmailMessage => ({
  subject: `New access token for your ${name} account`,
  preheader: `${formatCommentDate(at)}. If this was you, there’s nothing to do.`,
  paragraphs: [
    `Someone has made an access token for your ${name} account. Until it expires, anyone who has it can use your account without your password.`,
    'If this was you, there’s nothing to do.',
  ],
  details: [
    ...made,
    { label: 'When', value: `${formatCommentDate(at)}, London time` },
    { label: 'Network', value: network },
  ],
  button: { label: 'See your tokens', url: `${origin}${tokensPath}` },
  closing: `If this wasn’t you, choose a new password straight away at ${origin}${paths.forgotPassword}: it cancels every token and signs out every device. Then write to ${supportEmail}.`,
});
