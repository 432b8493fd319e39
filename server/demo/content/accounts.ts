import type { DemoAccount } from './shapes.ts';

/** The demo sign-ins, by the name before the @ of their address. */
export const accounts: Record<'admin' | 'organiser' | 'member' | 'newcomer', DemoAccount> = {
  admin: {
    firstName: 'Margaret',
    lastName: 'Ellis',
    town: 'Shrewsbury',
    country: 'United Kingdom',
    bio: 'Thirty years running the lettings diary for a parish hall, so I have seen every kind of group and most kinds of stacking chair. I look after things here now. Bell-ringer, reluctant gardener, keeper of spare keys.',
  },
  organiser: {
    firstName: 'Priya',
    lastName: 'Nair',
    town: 'Hebden Bridge',
    country: 'United Kingdom',
    bio: 'Moved up from Harrow for one year and that was eleven years ago. I plan bus routes for a living and get people round tables the rest of the time. If you have just arrived in the valley, come and have a coffee with us.',
  },
  member: {
    firstName: 'Tom',
    lastName: 'Okafor',
    town: 'Leeds',
    country: 'United Kingdom',
    bio: 'Secondary school science teacher in east Leeds. I like long board games, short walks and anything that gets me out of marking on a Thursday. Still looking for a five-a-side team that forgives.',
  },
  newcomer: { firstName: 'Eilidh' },
};

/** Looks like the admin's name, with a capital I for an l; belongs to no group. */
export const lookalike: DemoAccount = { firstName: 'Margaret', lastName: 'EIlis' };
