import { describe, expect, it } from 'vitest';
import { changeInWords } from './change-words.ts';

/** Says all of a change, field by field. */
const said = (before: Record<string, unknown>, after: Record<string, unknown>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((name) => changeInWords(name, before, after))
    .filter(Boolean)
    .join('. ');

describe('a change in the audit log', () => {
  it.each([
    [
      { isActive: false },
      { isActive: true, restored: 40, lost: 0 },
      'Can sign in again. 40 things restored',
    ],
    [
      { isActive: true },
      { isActive: false, comments: 1, events: 2 },
      'Can’t sign in. 1 comment deleted. 2 events deleted',
    ],
    [{ role: 'user' }, { role: 'admin' }, 'Is an admin'],
    [{ sessions: 3 }, { sessions: 0 }, 'Signed out of 3 sessions'],
    [{}, { fields: ['title', 'startTime'] }, 'Changed: title, start time'],
    [{}, { hidden: true }, 'Hidden'],
    [{}, { addresses: 1 }, '1 address'],
  ])('reads as a sentence: %j to %j', (before, after, words) => {
    expect(said(before, after)).toBe(words);
  });

  it.each([
    ['reason', {}, { reason: 'Spam' }],
    ['status', { status: 'pending' }, { status: 'approved' }],
    ['something', { something: 1 }, { something: 2 }],
    ['toString', {}, { toString: 1 }],
  ])('has no words for %s, which shows both values', (name, before, after) => {
    expect(changeInWords(name, before, after)).toBeUndefined();
  });
});
