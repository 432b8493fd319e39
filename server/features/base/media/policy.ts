import type { PictureUse } from '#contract/platform/limits.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Viewer } from '#platform/viewer.ts';

export const uploadRefusal = ({ role }: Pick<Viewer, 'role'>, use: PictureUse): Refusal | null =>
  use === 'logo' && role !== 'admin'
    ? new Refusal('forbidden', 'Only admins can upload a logo for the site')
    : null;
