import { expect, it } from 'vitest';
import { Recent } from './recent.ts';

it('forgets what was used longest ago', () => {
  const recent = new Recent<number>({ most: 2, age: 100, clock: () => 0 });
  recent.set('one', 1);
  recent.set('two', 2);
  expect(recent.get('one')).toBe(1);
  recent.set('three', 3);
  expect(['one', 'two', 'three'].map((key) => recent.get(key))).toEqual([1, undefined, 3]);
});

it('forgets what is too old, however often it is used', () => {
  let now = 0;
  const recent = new Recent<number>({ most: 2, age: 100, clock: () => now });
  recent.set('one', 1);
  now = 99;
  expect(recent.get('one')).toBe(1);
  now = 100;
  expect(recent.get('one')).toBeUndefined();
});

it('forgets what it is told to', () => {
  const recent = new Recent<number>({ most: 2, age: 100, clock: () => 0 });
  recent.set('one', 1);
  recent.delete('one');
  expect(recent.get('one')).toBeUndefined();
});
