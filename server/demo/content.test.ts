import { expect, it } from 'vitest';
import { groupTypes } from '#contract/community/groups.ts';
import { startsOf } from './calendar.ts';
import { demoContent } from './content.ts';

const { groups, members, venues } = demoContent();
const approved = groups.filter(({ status }) => status !== 'pending_approval');
const now = new Date();
const starts = approved.flatMap(({ events }) => events.flatMap((event) => startsOf(event, now)));
const upcoming = starts.filter(({ startTime }) => startTime > now).length;

it('the demo has groups of all types, events to come and past, and members', () => {
  expect(approved.length).toBeGreaterThanOrEqual(24);
  expect(groups.length).toBeGreaterThan(approved.length);
  expect(new Set(approved.map(({ type }) => type))).toEqual(new Set(groupTypes));
  expect(upcoming).toBeGreaterThanOrEqual(60);
  expect(starts.length - upcoming).toBeGreaterThanOrEqual(20);
  expect(Object.keys(members).length).toBeGreaterThanOrEqual(80);
});

it('the demo’s content names only venues where people meet', () => {
  const used = new Set(groups.flatMap(({ events }) => events.map(({ venue }) => venue)));
  expect(Object.keys(venues).filter((venue) => !used.has(venue))).toEqual([]);
});
