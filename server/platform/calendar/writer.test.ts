import { describe, expect, it } from 'vitest';
import { entriesIn } from '#tests/support/feeds.ts';
import { calendarText, type Entry } from './writer.ts';

const now = new Date('2026-06-10T12:00:00Z');

const titleOf = (summary: string, more: Partial<Entry> = {}) => {
  const entry: Entry = {
    uid: 'event-1@hall.example',
    sequence: 1,
    stamp: now,
    start: now,
    end: new Date('2026-06-10T14:00:00Z'),
    summary,
    description: '',
    location: '',
    url: 'https://hall.example/events/1',
    status: 'CANCELLED',
    ...more,
  };
  return entriesIn(calendarText({ prodId: 'x', entries: [entry] }))[0]?.title;
};

describe('the title of a cancelled event', () => {
  it.each([
    'Canal walk',
    'Cancelled stamps of Queen Victoria',
    'Talk: what happens when a train is cancelled?',
    'Cancel your television licence',
    'Walk, talk; and tea\\coffee',
    'Café crème 🎪',
    'x'.repeat(200),
  ])('begins with ‘Cancelled’: %s', (title) => {
    expect(titleOf(title)).toBe(`Cancelled: ${title}`);
  });

  it.each([
    'Cancelled: Canal walk',
    'CANCELLED - Canal walk',
    'Canceled: Canal walk',
    'Cancelled – Canal walk',
    '[Cancelled] Canal walk',
    '(cancelled) Canal walk',
    '*** CANCELLED *** Canal walk',
    'CANCELLED Canal walk',
    'Cancelled!',
    'Cancelled',
  ])('has the word only once: %s', (title) => {
    expect(titleOf(title)).toBe(title);
  });

  it.each<Partial<Entry>>([
    { status: 'CONFIRMED' },
    { status: 'TENTATIVE' },
    { status: 'CANCELLED', takesPlace: true },
  ])('stays as it is while it takes place: %o', (more) => {
    expect(titleOf('Canal walk', more)).toBe('Canal walk');
  });
});
