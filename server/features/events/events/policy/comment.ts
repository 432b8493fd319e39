import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';
import { hiddenByAdminRefusal, seeEventRefusal, type EventFacts } from './event.ts';

/** Comments are read and written by members, and by admins. */
export const commentRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  seeEventRefusal(viewer, event) ??
  (event.membership || viewer.role === 'admin'
    ? null
    : new Refusal('not_a_member', 'You need to join the group to comment'));

export const writeCommentRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  commentRefusal(viewer, event) ?? hiddenByAdminRefusal(event);

/** Authors may delete their own comments; organisers and admins may delete any. */
export function deleteCommentRefusal(
  viewer: Viewer,
  event: EventFacts,
  comment: { userId: string | null },
): Refusal | null {
  if (comment.userId === viewer.id || viewer.role === 'admin') return null;
  return (
    commentRefusal(viewer, event) ??
    (event.membership?.isOrganizer
      ? null
      : new Refusal('forbidden', 'Only its author and organisers can delete this comment'))
  );
}

/** Organisers and admins review the comments that wait on an event. */
export const reviewCommentsRefusal = (viewer: Viewer, event: EventFacts): Refusal | null =>
  writeCommentRefusal(viewer, event) ??
  (event.membership?.isOrganizer || viewer.role === 'admin'
    ? null
    : new Refusal('forbidden', 'Only organisers can review comments'));

/** Nobody reviews their own comment. */
export const reviewCommentRefusal = (
  viewer: Viewer,
  event: EventFacts,
  comment: { userId: string | null },
): Refusal | null =>
  reviewCommentsRefusal(viewer, event) ??
  (comment.userId === viewer.id
    ? new Refusal('forbidden', 'Another organiser or an admin has to review your comment')
    : null);
