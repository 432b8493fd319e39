import type { IssuerProblem } from '#contract/base/sign-in.ts';
import { suspendedWords } from '#contract/base/suspension.ts';

interface ProblemText {
  title: string;
  text: string;
}

const problemWords: Record<IssuerProblem, ProblemText> = {
  away: {
    title: "Single sign-on isn't available right now",
    text: 'Please try again later, or log in with your email and password.',
  },
  cancelled: {
    title: "You didn't finish signing in",
    text: 'Nothing has changed. You can try again, or use your email and password.',
  },
  expired: {
    title: 'That took too long',
    text: 'You started signing in a while ago, or in another window. Please start again.',
  },
  failed: {
    title: "Single sign-on didn't work",
    text: 'Please start again. If it keeps happening, tell the people who run this site.',
  },
  suspended: {
    title: suspendedWords(null),
    text: "Please email us if you think that's a mistake.",
  },
  no_email: {
    title: "Your organisation didn't give us your email address",
    text: 'You need one for an account here. Please sign up with your email instead.',
  },
  address_taken: {
    title: "There's already an account with your email address",
    text: 'Log in with its password and confirm your email address, or reset the password by email. After that, you can use single sign-on.',
  },
  not_invited: {
    title: 'You need an invitation to join',
    text: 'Please sign up with the invitation you were sent. After that, you can use single sign-on.',
  },
};

const isKnownProblem = (name: string): name is IssuerProblem => Object.hasOwn(problemWords, name);

/** Explains the sign-in problem that the URL names, and when a suspension ends. */
export function issuerProblem(search: URLSearchParams): ProblemText | undefined {
  const name = search.get('problem');
  if (name === null || !isKnownProblem(name)) return undefined;
  const until = new Date(search.get('until') ?? '');
  const ends = name === 'suspended' && !Number.isNaN(until.getTime());
  return ends ? { ...problemWords.suspended, title: suspendedWords(until) } : problemWords[name];
}
