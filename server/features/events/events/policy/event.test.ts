import { describe, expect, it } from 'vitest';
import { event, hidden } from '#tests/support/event-facts.ts';
import { names, people } from '#tests/support/people.ts';
import { seeEventRefusal } from './event.ts';

describe('an event of an unapproved group', () => {
  it.each(names)('is visible to a %s like its group', (name) => {
    const sees = name !== 'visitor' && name !== 'outsider';
    expect(seeEventRefusal(people[name].viewer, event(name, hidden))?.code).toBe(
      sees ? undefined : 'not_found',
    );
  });
});
