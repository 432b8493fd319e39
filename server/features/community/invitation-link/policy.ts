import type { MembersFileCount } from '#contract/community/invitation-link.ts';
import { countMembers } from '#contract/community/members-file.ts';
import { invalid } from '#platform/refusal.ts';

/**
 * Counts the people in a list that Meetup exports.
 * @throws Refusal `invalid` for anything else
 */
export function membersFileCount(text: string): MembersFileCount {
  const counted = countMembers(text);
  if (typeof counted === 'string') throw invalid({ text: counted });
  return counted;
}
