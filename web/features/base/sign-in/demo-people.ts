import type { DemoPerson } from '#contract/base/sign-in.ts';

/** The accounts of a public demonstration, and the page that each begins on. */
export const demoPeople: readonly { as: DemoPerson; label: string; goesTo: string }[] = [
  { as: 'member', label: 'Member', goesTo: '/events' },
  { as: 'organiser', label: 'Organiser', goesTo: '/my-groups' },
  { as: 'admin', label: 'Admin', goesTo: '/admin' },
];
