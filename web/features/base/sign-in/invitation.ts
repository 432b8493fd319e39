import type { QueryClient } from '@tanstack/react-query';
import { householdPath, localPath } from '#contract/platform/paths.ts';
import { postedQuery, prefetch, query } from '#web/platform/data/queries.ts';

interface Invitation {
  groupId?: string | undefined;
  /** The token of a link to answer for a child. */
  childToken?: string | undefined;
}

/** Returns the invitation behind a path, or behind the path that it returns to. */
export function invitationIn(next: string | undefined): Invitation {
  const [path = '', terms = ''] = next?.split(/[?#]/) ?? [];
  const search = new URLSearchParams(terms);
  const inner = localPath(search.get('next'));
  if (inner) return invitationIn(inner);
  if (path === householdPath) return { childToken: search.get('token') ?? undefined };
  const [, groupId] = /^\/groups\/(\d+)$/.exec(path) ?? [];
  return search.has('invitation') ? { groupId } : {};
}

export const invitingGroup = (groupId = '') =>
  query('GET /api/groups/:id', { params: { id: groupId } });

export const childInvitation = (token = '') =>
  postedQuery('POST /api/household-invitations', { body: { token } });

/** Reads who invites the visitor on their way to `next`. */
export async function prefetchInvitation(client: QueryClient, next: string | null): Promise<void> {
  const { groupId, childToken } = invitationIn(localPath(next));
  if (groupId) await prefetch(client, [invitingGroup(groupId)]);
  if (childToken) await prefetch(client, [childInvitation(childToken)]);
}

export const invitedTo = (group: string) => `You're invited to ${group}`;

export const asksYou = (adult: string, child: string | null) =>
  `${adult} asks you to answer for ${child ?? 'a child'} too`;
