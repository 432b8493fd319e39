import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hour, minute } from '#contract/platform/durations.ts';
import { countGuess, forgetGuesses } from './guesses.ts';
import { countInMemory } from './in-memory.ts';
import { createRateLimiter } from './limits.ts';

const password = { what: 'password', subject: 'account a' } as const;

const refused = async (call: () => Promise<void>) =>
  call().then(
    () => undefined,
    (refusal: unknown) => refusal,
  );

describe('guesses of a password', () => {
  it('are limited to 100 a day, at any time', async () => {
    const clock = vi.spyOn(performance, 'now');
    onTestFinished(() => clock.mockRestore());
    const rateLimiter = createRateLimiter(countInMemory(String));
    const guess = () => refused(() => countGuess(rateLimiter, password));
    for (let turn = 0; turn < 100; turn += 1) {
      clock.mockReturnValue(turn * 3 * minute + 1);
      expect(await guess()).toBeUndefined();
    }
    clock.mockReturnValue(23 * hour + 1);
    expect(await guess()).toMatchObject({ code: 'too_many_requests', retryAfter: 3600 });
  });

  it('do not include correct ones', async () => {
    const rateLimiter = createRateLimiter(countInMemory(String));
    for (let turn = 0; turn < 200; turn += 1) {
      await countGuess(rateLimiter, password);
      await forgetGuesses(rateLimiter, [password]);
    }
    expect(await refused(() => countGuess(rateLimiter, password))).toBeUndefined();
  });
});
