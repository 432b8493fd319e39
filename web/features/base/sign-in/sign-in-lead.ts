import { paths } from '#contract/platform/paths.ts';
import { invitationIn } from './invitation.ts';

const purposes: readonly (readonly [address: RegExp | string, purpose: string])[] = [
  [paths.createGroup, 'to start your group'],
  [/\/create-event$/, 'to create your event'],
  [/^\/events\/\d+$/, 'to RSVP'],
  [/^\/groups\/\d+$/, 'to join the group'],
];

/** Explains why the visitor is asked to sign in, by the page they came for. */
export function signInLead(next: string | undefined): string {
  const { groupId, childToken } = invitationIn(next);
  if (childToken) return 'Sign up or log in to answer. The link works once, for a week.';
  if (groupId) return 'Sign up or log in. Then one press, and you are in.';
  const [path = ''] = (next ?? '').split(/[?#]/);
  const [, purpose] = purposes.find(([address]) => isAt(path, address)) ?? [];
  return purpose
    ? `Sign up or log in ${purpose}.`
    : 'Find the people near you who like what you like.';
}

const isAt = (path: string, address: RegExp | string) =>
  typeof address === 'string' ? path === address : address.test(path);
