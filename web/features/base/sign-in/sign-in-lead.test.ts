import { describe, expect, it } from 'vitest';
import { paths } from '#contract/platform/paths.ts';
import { signInLead } from './sign-in-lead.ts';

describe('the sign-in screen', () => {
  it.each([
    [paths.createGroup, 'Sign up or log in to start your group.'],
    ['/create-event?groupId=3', 'Sign up or log in to create your event.'],
    ['/groups/3/create-event', 'Sign up or log in to create your event.'],
    [paths.event(12), 'Sign up or log in to RSVP.'],
    [`${paths.event(12)}#comments`, 'Sign up or log in to RSVP.'],
    [paths.group(3), 'Sign up or log in to join the group.'],
  ])('explains its purpose to a person from %s', (next, lead) => {
    expect(signInLead(next)).toBe(lead);
  });

  it.each([undefined, paths.home, paths.events, paths.dashboard])(
    'names its reason (%s)',
    (next) => {
      expect(signInLead(next)).toBe('Find the people near you who like what you like.');
    },
  );
});
