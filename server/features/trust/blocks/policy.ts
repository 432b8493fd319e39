import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

export const blockRefusal = (viewer: Viewer, userId: string): Refusal | null =>
  userId === viewer.id ? new Refusal('conflict', 'You can’t block yourself') : null;

/** Admins see everybody's content, whatever blocks exist. */
export const canSeeEverybody = (viewer: Viewer): boolean => viewer.role === 'admin';
