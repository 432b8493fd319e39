import { expect, it } from 'vitest';
import { Gate } from './gate.ts';

it('the gate waits for the requests inside, and holds new ones back until the work is done', async () => {
  const gate = new Gate();
  const steps: string[] = [];
  const [early, late] = [{}, {}];
  await gate.enter(early);
  const closed = gate.closeDuring(async () => void steps.push('work'));
  const entered = gate.enter(late).then(() => void steps.push('late'));
  await Promise.resolve();
  steps.push('early');
  gate.leave(early);
  await Promise.all([closed, entered]);
  expect(steps).toEqual(['early', 'work', 'late']);
});

it('the gate goes on without a request that never ends', async () => {
  const gate = new Gate(1);
  await gate.enter({});
  expect(await gate.closeDuring(async () => 'done')).toBe('done');
});
