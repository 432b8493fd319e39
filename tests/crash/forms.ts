import { day } from '#contract/platform/durations.ts';

export const profile = {
  lastName: 'Archer',
  location: 'Keswick, United Kingdom',
  bio: 'I come to whatever is on in the village hall.',
};

export const registration = (email: string, password: string) => ({
  firstName: 'Sam',
  email,
  password,
  confirmPassword: password,
});

export const groupForm = (name: string) => ({
  name,
  description: 'A group that was made while the power was about to fail.',
  groupType: 'socialActivities',
  chargeForEvents: 'free',
});

export const eventForm = (groupId: number, title: string) => ({
  title,
  description: 'An event that was made while the power was about to fail.',
  location: 'The village hall, Keswick',
  startTime: new Date(Date.now() + 30 * day).toISOString(),
  endTime: new Date(Date.now() + 31 * day).toISOString(),
  categoryId: 1,
  groupId,
});
