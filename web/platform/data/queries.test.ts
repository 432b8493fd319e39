import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the query client starts no cache timers on the server, where each page has its own client', async () => {
  const nothing = () => Promise.reject(new Error('nothing is read'));
  const client = createQueryClient({ read: nothing, readPage: nothing });
  await client.fetchQuery({ queryKey: ['towns'], queryFn: () => 'Ludlow' });
  expect(vi.getTimerCount()).toBe(0);
});
