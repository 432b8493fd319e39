import { isAppCode } from '../../contract/twostep.ts';
import { accountById } from '../accounts/queries.ts';
import { halfwayOf } from '../auth/halfway.ts';
import { knownPlace } from '../auth/sign-ins.ts';
import type { Guessed } from './rate.ts';
import type { Context, Route } from './route.ts';

/** Whom a call is counted for, besides the address it comes from. */
interface CountedFor {
  account?: string | undefined;
  /** What may be a guess, and whose secret it would hit. */
  guess?: { what: Guessed; subject: string };
}

/** The caller's own account, which is known before the body; not where they may be guessing at another. */
export const callerOf = ({ endpoint }: Route, { viewer }: Context): string | undefined =>
  viewer && !endpoint.guesses ? `account ${viewer.id}` : undefined;

/**
 * The account that the body names: the one that somebody tries to sign in to, from a place its owner is known at or from
 * any other. Whoever guesses may well be signed in to an account of their own.
 */
export async function countedFor(
  { endpoint: { guesses } }: Route,
  context: Context,
  body: unknown,
): Promise<CountedFor> {
  if (guesses === 'password') return passwordOf(context, textIn(body, 'email'));
  if (guesses === 'code') return codeOf(context, textIn(body, 'code'));
  if (context.viewer) return {};
  const email = textIn(body, 'email');
  return { account: email && (await atPlace(`account ${plain(email)}`, plain(email), context)) };
}

async function passwordOf(context: Context, email: string | undefined): Promise<CountedFor> {
  if (email === undefined) return {};
  const account = await atPlace(`account ${plain(email)}`, plain(email), context);
  return { account, guess: { what: 'password', subject: account } };
}

/** Nobody finds a recovery code by trying: it stays a way in where somebody has used up the tries for the others. */
async function codeOf(context: Context, code: string | undefined): Promise<CountedFor> {
  const owner = await ownerOfCode(context);
  if (!owner) return {};
  const subject = await atPlace(`code ${owner.id}`, owner.email, context);
  if (code !== undefined && !isAppCode(code)) return { account: `recovery ${subject}` };
  return { account: subject, guess: { what: 'code', subject } };
}

/** Of somebody who is signed in, or whose password has been shown by this browser. */
async function ownerOfCode({ db, viewer, signer, ticket, now }: Context) {
  if (viewer) return viewer;
  const halfway = halfwayOf(signer, ticket, now);
  return halfway && accountById(db, halfway.userId);
}

async function atPlace(subject: string, email: string, context: Context): Promise<string> {
  const place = await knownPlace(context.db, email, context);
  return place ? `${subject} at ${place}` : subject;
}

const plain = (email: string) => email.trim().toLowerCase().slice(0, 254).replaceAll('\0', '');

function textIn(body: unknown, name: string): string | undefined {
  const value: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === 'string' ? value : undefined;
}
