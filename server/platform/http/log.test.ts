import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sampleLines } from './log.ts';

interface Line {
  level: number;
  msg: string;
  unsaid?: number;
  of?: number;
}

const warn = 40;

function openLog(most: number) {
  const lines: Line[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Line);
  const hooks = { logMethod: sampleLines(most) };
  const { log } = Fastify({ logger: { level: 'info', hooks, stream: { write } } });
  return { log, lines };
}

const repeat = (times: number, say: (turn: number) => void) =>
  Array.from({ length: times }, (_, turn) => say(turn));

describe('warnings and errors in the log', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are written a number of times a minute, and then counted', () => {
    const { log, lines } = openLog(3);
    repeat(600, (of) => log.warn({ of }, 'a message was refused'));
    expect(lines.map(({ of }) => of)).toEqual([0, 1, 2]);
    vi.advanceTimersByTime(60_000);
    expect(lines.slice(3)).toMatchObject([
      { level: warn, msg: 'a message was refused', unsaid: 597 },
    ]);
    repeat(2, (of) => log.warn({ of }, 'a message was refused'));
    expect(lines.map(({ of }) => of).slice(4)).toEqual([0, 1]);
  });

  it('are counted together over all requests', () => {
    const { log, lines } = openLog(1);
    repeat(5, (reqId) => log.child({ reqId }).error('a request failed'));
    expect(lines).toHaveLength(1);
  });

  it('are counted separately by message and place', () => {
    const { log, lines } = openLog(1);
    const [one, other] = [new Error('x'), new Error('x')];
    repeat(5, () => log.error({ err: one }, 'a request failed'));
    repeat(5, () => log.error({ err: other }, 'a request failed'));
    repeat(5, () => log.error({ err: one }, 'a job failed'));
    repeat(5, () => log.error(one));
    repeat(5, () => log.warn('a job failed'));
    expect(lines).toHaveLength(5);
  });

  it('add no count when nothing was left out', () => {
    const { log, lines } = openLog(3);
    log.warn('once');
    vi.advanceTimersByTime(600_000);
    expect(lines).toHaveLength(1);
  });

  it('are limited in total, whatever a caller causes', () => {
    const { log, lines } = openLog(1);
    repeat(5_000, (turn) => log.warn(`no such thing: ${turn}`));
    expect(lines.length).toBeLessThan(1_100);
    expect(vi.getTimerCount()).toBeLessThan(1_100);
  });

  it("are not limited for an operator's own requests", () => {
    const { log, lines } = openLog(1);
    repeat(100, () => log.info('request completed'));
    expect(lines).toHaveLength(100);
  });
});
