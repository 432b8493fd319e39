import type { DemoMember } from './shapes.ts';

export const from = (
  key: string,
  firstName: string,
  lastName: string,
  town: string,
  bio: string,
  country: DemoMember['country'] = 'United Kingdom',
): DemoMember => ({ key, firstName, lastName, town, country, bio });
