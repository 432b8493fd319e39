import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Count } from '#contract/platform/values.ts';
import { query } from '#web/platform/data/queries.ts';
import { Found } from './found.tsx';

const count = query('GET /api/events/count', { query: { q: 'board' } });
const words = (found: number) => `${found} events with “board”`;

/** The heading above nine events, with or without more to load. */
function heading(next: string | null, counted?: Count) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  if (counted) client.setQueryData(count.queryKey, counted);
  const list = { pages: [{ items: Array.from({ length: 9 }), next }], pageParams: [''] };
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Found list={list} count={count} words={words} />
    </QueryClientProvider>,
  );
}

describe('the heading of a filtered list', () => {
  const next = '/api/events?q=board&cursor=9';

  it('counts all of them, not only those shown', () => {
    expect(heading(next, { count: 23 })).toContain('>23 events with “board”<');
  });

  it('mentions that there are more where counting stopped', () => {
    expect(heading(next, { count: 100, orMore: true })).toContain('>More than 100 events');
  });

  it('shows what is known until they are counted', () => {
    expect(heading(next)).toContain('>More than 9 events');
  });

  it('needs no count of a list that is shown whole', () => {
    expect(heading(null)).toContain('>9 events with “board”<');
  });
});
