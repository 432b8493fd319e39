import { cleanText } from '#contract/platform/clean-text.ts';
import { tidyEmail } from '#contract/platform/email-address.ts';
import { isAppCode } from '#contract/base/two-step.ts';
import { accountById } from '#features/base/accounts/queries.ts';
import { pendingSignInOf } from '../policy/pending-sign-in.ts';
import { knownLocation } from './known-locations.ts';
import { guessable, type Guess } from '#platform/rate/guesses.ts';
import type { Context, Route } from '#platform/http/context.ts';
import type { CountedFor } from '#platform/http/caller-provider.ts';

/**
 * The caller's own account, known before the body; undefined if the call may guess at another
 * account.
 */
export const callerOf = ({ endpoint }: Route, { viewer }: Context): string | undefined =>
  viewer && !(endpoint.access === 'anyone' && endpoint.guesses)
    ? `account ${viewer.id}`
    : undefined;

/**
 * The account that the body names, and whether its owner has used this location before. A signed-in
 * caller may guess at another account than their own.
 */
export async function countedFor(
  route: Route,
  context: Context,
  body: unknown,
): Promise<CountedFor> {
  if (route.endpoint.guesses) return countedGuesses(route, context, body);
  const { rate } = route.endpoint;
  // A typed address identifies nobody: otherwise anyone could use up its owner's reports and
  // complaints.
  if (rate === 'report' || rate === 'complaint') return {};
  const email = textIn(body, 'email') ?? context.viewer?.email;
  // An email that resets a password or confirms a guest counts for its address, whoever requests
  // it.
  if (context.viewer && rate !== 'password_mail' && rate !== 'guest_rsvp') return {};
  return {
    account:
      email &&
      (await subjectAtLocation(`account ${foldAddress(email)}`, foldAddress(email), context)),
  };
}

async function countedGuesses(route: Route, context: Context, body: unknown): Promise<CountedFor> {
  const owner = await ownerIn(route, context, body);
  if (owner === undefined) return {};
  const guesses: Guess[] = [];
  for (const { what, field } of typedIn(route, body)) {
    guesses.push({
      what,
      field,
      owner,
      subject: await subjectAtLocation(`${what} ${owner}`, owner, context),
    });
  }
  if (callerOf(route, context)) return { guesses };
  // Credentials that can't be guessed have a separate limit, so they still work after wrong guesses
  // use up the other.
  const account =
    guesses[0]?.subject ?? (await subjectAtLocation(`no guess ${owner}`, owner, context));
  return { account, guesses };
}

/** The address of the account whose secret the call guesses. */
async function ownerIn(
  { endpoint: { access, guesses } }: Route,
  context: Context,
  body: unknown,
): Promise<string | undefined> {
  const { db, viewer, signer, ticket, now } = context;
  if (access !== 'anyone') return viewer?.email;
  const email = textIn(body, 'email');
  if (guesses?.password) return email && foldAddress(email);
  const pendingSignIn = pendingSignInOf(ticket, signer, now);
  return pendingSignIn && (await accountById(db, pendingSignIn.userId))?.email;
}

/** Recovery codes can't be found by guessing. */
const typedIn = ({ endpoint: { guesses = {} } }: Route, body: unknown) =>
  guessable.flatMap((what) => {
    const field = guesses[what];
    const typed = field && textIn(body, field);
    const isGuess = typed && (what === 'password' || isAppCode(typed));
    return field && isGuess ? [{ what, field }] : [];
  });

async function subjectAtLocation(
  subject: string,
  email: string,
  context: Context,
): Promise<string> {
  const { db, signer } = context;
  const location = await knownLocation(db, cleanText(email), context, signer);
  return location ? `${subject} at ${location}` : subject;
}

const foldAddress = (email: string) => tidyEmail(email).slice(0, 254);

function textIn(body: unknown, name: string): string | undefined {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
