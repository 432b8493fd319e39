import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/platform/data/api.ts';
import { CardList } from './card-list.tsx';

const failed = (error: Error) =>
  renderToStaticMarkup(
    <CardList<{ id: number }>
      kind="event"
      list={{
        data: undefined,
        error,
        isPending: false,
        isError: true,
        isFetchingNextPage: false,
        fetchNextPage: vi.fn<() => Promise<never>>(),
        refetch: vi.fn<() => Promise<never>>(),
      }}
      skeletons={3}
      card={() => null}
      empty={null}
    />,
  );

describe('a list that failed to load', () => {
  it('explains what is wrong with a filter, and offers no second try', () => {
    const html = failed(
      new ApiError(400, 'invalid', { code: 'invalid', fields: { near: 'We don’t know it' } }),
    );
    expect(html).toContain('We don’t know it');
    expect(html).not.toContain('be shown right now');
    expect(html).not.toContain('Try again');
  });

  it('can be tried again otherwise', () => {
    expect(failed(new TypeError('fetch failed'))).toContain('Try again');
    expect(failed(new ApiError(500, 'internal', { code: 'internal' }))).toContain('Try again');
  });
});
