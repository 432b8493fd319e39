import { expect, test } from 'vitest';
import { search, searchable } from './search.ts';

const people = [
  { firstName: 'Priya', lastInitial: 'T', children: [] },
  { firstName: 'Zoë', lastInitial: 'O', children: ['Milo'] },
  { firstName: 'Anne-Marie', lastInitial: 'B', children: [] },
  { firstName: 'Tom', lastInitial: 'B', children: ['Siân', 'Łukasz'] },
  { firstName: 'Tomasz', lastInitial: 'K', children: [] },
  { firstName: 'Bethany', children: [] },
  { firstName: 'Mary Ellen Shaw', children: [] },
];
const found = (typed: string) => search(searchable(people), typed).map((each) => each.firstName);

test.each([
  ['pri', ['Priya']],
  ['PRIYA', ['Priya']],
  ['zoe', ['Zoë']],
  ['Zoë', ['Zoë']],
  ['sian', ['Tom']],
  ['lukasz', ['Tom']],
  ['marie', ['Anne-Marie']],
  ['annemarie', ['Anne-Marie']],
  ['marie anne', ['Anne-Marie']],
  ['b tom', ['Tom']],
  ['t b', ['Tom']],
  ['tb', ['Tom']],
  ['b t', ['Tom']],
  ['mes', ['Mary Ellen Shaw']],
  ['shaw mary', ['Mary Ellen Shaw']],
  ['pryia', ['Priya']],
  ['prija', ['Priya']],
  ['priyaa', ['Priya']],
  ['bethny', ['Bethany']],
  ['thomasz', ['Tomasz']],
  ['tom', ['Tom', 'Tomasz']],
  ['tim', []],
  ['tom brown', ['Tom']],
  ['zeppelin', []],
])('the search %s finds %j', (typed, names) => {
  expect(found(typed)).toEqual(names);
});

test('the search without text leaves everybody in their order', () => {
  expect(found(' ')).toEqual(people.map(({ firstName }) => firstName));
});

test('the search among 5,000 people answers while somebody types', () => {
  const crowd = searchable(
    Array.from({ length: 5000 }, (_, at) => ({
      firstName: `${people[at % people.length]?.firstName}${at.toString(36)}`,
      lastInitial: String.fromCodePoint(65 + (at % 26)),
      children: at % 3 === 0 ? ['Milo', 'Edie'] : [],
    })),
  );
  const cost = (typed: string) => {
    const begun = process.cpuUsage();
    search(crowd, typed);
    return process.cpuUsage(begun).user / 1000;
  };
  const quickest = ['p', 'pry', 'pryia', 'bethny b', 'tomasz k'].map((typed) =>
    Math.min(...Array.from({ length: 8 }, () => cost(typed))),
  );
  // A phone is about four times as slow, and 50 ms are the limit there.
  expect(Math.max(...quickest)).toBeLessThan(12.5);
});
