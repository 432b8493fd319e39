import { describe, expect, it } from 'vitest';
import { messageStates, type MessageState } from '#contract/events/messages.ts';
import { limitRefusal, mayBeUndone, testRefusal, undoRefusal } from './policy.ts';

const now = new Date('2026-06-10T12:00:00Z');
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

describe('an attempt on a message', () => {
  /** Returns the refusal's code for undoing it, and whether the page offers it. */
  const undoing: Record<MessageState, [string | undefined, boolean]> = {
    waiting: [undefined, true],
    held: [undefined, true],
    sent: ['conflict', false],
    undone: [undefined, false],
  };

  it.each(messageStates)('to undo one in the state %s', (state) => {
    expect([undoRefusal(state)?.code, mayBeUndone(state)]).toEqual(undoing[state]);
  });
});

describe('the limit on messages', () => {
  it.each([
    [[], undefined],
    [[ago(1)], undefined],
    [[ago(1), ago(2)], 22 * 3600],
    [[ago(1), ago(23.9999)], 1],
  ])('after %o', (recent, retryAfter) => {
    expect(limitRefusal(recent, 'group', now)?.retryAfter).toBe(retryAfter);
  });

  it('names its subject', () => {
    expect(limitRefusal([ago(1), ago(2)], 'event', now)?.message).toMatch(/people of an event/);
  });
});

describe('a test message', () => {
  it.each([
    [true, true, undefined],
    [false, true, 'forbidden'],
    [false, false, undefined],
  ])('to a confirmed address: %s, on a site with mail: %s', (emailVerified, sendsMail, code) => {
    expect(testRefusal({ emailVerified }, sendsMail)?.code).toBe(code);
  });
});
