import { cleanText } from '#contract/platform/clean-text.ts';
import type { Account } from '#contract/base/accounts.ts';
import type { Membership } from '#contract/community/membership.ts';

const account: Account = {
  id: 'somebody',
  email: cleanText('somebody@example.com'),
  emailVerified: true,
  emailSuppressed: false,
  firstName: cleanText('Some'),
  lastName: cleanText('Body'),
  bio: cleanText('Somebody like anybody else, really.'),
  location: cleanText('Keswick, United Kingdom'),
  profileImageUrl: null,
  role: 'user',
  isActive: true,
  phoneNumber: null,
  smsNotifications: false,
  profileCompleted: true,
  revision: 0,
};

interface Person {
  viewer: Account | null;
  membership: Membership | null;
}

const approved: Membership = { status: 'approved', isOrganizer: false };

/** The people who may meet in a group whose `createdById` is 'owner', and their roles. */
export const people = {
  visitor: { viewer: null, membership: null },
  outsider: { viewer: account, membership: null },
  pending: { viewer: account, membership: { status: 'pending', isOrganizer: false } },
  member: { viewer: account, membership: approved },
  organiser: { viewer: account, membership: { status: 'approved', isOrganizer: true } },
  owner: {
    viewer: { ...account, id: 'owner' },
    membership: { status: 'approved', isOrganizer: true },
  },
  'owner who left': { viewer: { ...account, id: 'owner' }, membership: null },
  admin: { viewer: { ...account, role: 'admin' }, membership: null },
} satisfies Record<string, Person>;

export type PersonName = keyof typeof people;
export type SignedInName = Exclude<PersonName, 'visitor'>;

export const names = Object.keys(people) as PersonName[];
