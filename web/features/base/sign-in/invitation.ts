import type { QueryClient } from '@tanstack/react-query';
import { localPath } from '#contract/platform/paths.ts';
import { prefetch, query } from '#web/platform/data/queries.ts';

interface Invitation {
  groupId?: string | undefined;
}

/** Returns the invitation behind a path, or behind the path that it returns to. */
export function invitationIn(next: string | undefined): Invitation {
  const [path = '', terms = ''] = next?.split(/[?#]/) ?? [];
  const search = new URLSearchParams(terms);
  const inner = localPath(search.get('next'));
  if (inner) return invitationIn(inner);
  const [, groupId] = /^\/groups\/(\d+)$/.exec(path) ?? [];
  return search.has('invitation') ? { groupId } : {};
}

export const invitingGroup = (groupId = '') =>
  query('GET /api/groups/:id', { params: { id: groupId } });

/** Reads who invites the visitor on their way to `next`. */
export async function prefetchInvitation(client: QueryClient, next: string | null): Promise<void> {
  const { groupId } = invitationIn(localPath(next));
  if (groupId) await prefetch(client, [invitingGroup(groupId)]);
}

export const invitedTo = (name: string) => `You're invited to ${name}`;
