/** Everybody as whom calls and pages are read. */
export const roles = [
  'visitor',
  'outsider',
  'member',
  /** A member whom the holder has blocked. */
  'blocked',
  'organiser',
  'holder',
  'admin',
] as const;
export type Role = (typeof roles)[number];
