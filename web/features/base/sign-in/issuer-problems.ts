import type { IssuerProblem } from '#contract/base/sign-in.ts';
import { suspendedWords } from '#contract/base/suspension.ts';

interface Words {
  title: string;
  text: string;
}

const words: Record<IssuerProblem, Words> = {
  away: {
    title: 'Single sign-on is not available right now',
    text: 'Please try again in a while, or log in with your email and password.',
  },
  cancelled: {
    title: 'You turned back before signing in',
    text: 'Nothing has changed. You can try again, or use your email and password.',
  },
  expired: {
    title: 'That took too long',
    text: 'The sign-in was begun a while ago, or in another window. Please start again.',
  },
  failed: {
    title: 'Single sign-on did not work',
    text: 'Please start again. If it keeps happening, tell whoever runs this site.',
  },
  suspended: {
    title: suspendedWords(null),
    text: 'Please write to us if you think that is a mistake.',
  },
  no_email: {
    title: 'Your organisation did not tell us your email address',
    text: 'An account here needs one. Please sign up with your email instead.',
  },
  address_taken: {
    title: 'There is an account with your email address already',
    text: 'Log in with its password and confirm the address once, or choose a new password by mail; after that, single sign-on opens it.',
  },
  not_invited: {
    title: 'You need an invitation to join',
    text: 'Please sign up with the invitation you were sent. After that, single sign-on opens your account.',
  },
};

const isProblem = (name: string): name is IssuerProblem => Object.hasOwn(words, name);

/** Words the sign-in problem that the address names, and when a suspension ends. */
export function issuerProblem(search: URLSearchParams): Words | undefined {
  const name = search.get('problem');
  if (name === null || !isProblem(name)) return undefined;
  const until = new Date(search.get('until') ?? '');
  const ends = name === 'suspended' && !Number.isNaN(until.getTime());
  return ends ? { ...words.suspended, title: suspendedWords(until) } : words[name];
}
