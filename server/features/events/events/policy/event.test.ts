import { describe, expect, it } from 'vitest';
import { event, hidden } from '#tests/support/event-facts.ts';
import { names, people } from '#tests/support/people.ts';
import { seeEventRefusal } from './event.ts';

describe('an event of a group that awaits approval', () => {
  it.each(names)('is there for a %s as its group is', (name) => {
    const sees = name !== 'visitor' && name !== 'outsider';
    expect(seeEventRefusal(people[name].viewer, event(name, hidden))?.code).toBe(
      sees ? undefined : 'not_found',
    );
  });
});
