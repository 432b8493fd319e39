import { expect, it } from 'vitest';
import { issuerProblem } from './issuer-problems.ts';

const titleAt = (search: string) => issuerProblem(new URLSearchParams(search))?.title;

it('the message about a suspension has its end, like the password’s refusal', () => {
  const until = '2026-12-03T15:00:00.000Z';
  expect(titleAt(`problem=suspended&until=${until}`)).toBe(
    'This account is suspended until Dec 3, 2026 at 3:00 PM',
  );
  expect(titleAt('problem=suspended')).toBe('This account has been suspended');
  expect(titleAt('problem=suspended&until=for+ever')).toBe('This account has been suspended');
  expect(titleAt(`problem=cancelled&until=${until}`)).toBe("You didn't finish signing in");
  expect(titleAt(`problem=none&until=${until}`)).toBeUndefined();
});
