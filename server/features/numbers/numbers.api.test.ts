import { expect, it } from 'vitest';
import { startTestApp } from '../../../tests/support/app.ts';

const app = await startTestApp();
const { make } = app;

it('counts what anyone may see: approved groups, and their scheduled events to come', async () => {
  const group = await make.group();
  const hidden = await make.group({ status: 'pending_approval' });
  await make.event({ group, town: 'Keswick' });
  await make.event({ group, town: 'Keswick' });
  await make.event({ group, town: 'Ludlow' });
  await make.event({ group, town: 'Derby', status: 'cancelled' });
  await make.event({ group: hidden, town: 'Truro' });

  const { body } = await app.visitor().call('GET /api/numbers');
  expect(body).toEqual({ groups: 1, upcomingEvents: 3, towns: 2 });
});
