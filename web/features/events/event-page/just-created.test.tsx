import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Group } from '#contract/community/groups.ts';
import type { Event } from '#contract/events/events.ts';
import { groupQuery } from '#web/features/community/groups/queries.ts';
import { SiteProvider, type Site } from '#web/platform/site.tsx';
import { JustCreated } from './just-created.tsx';

const notice = (group: Partial<Group>, event: Partial<Event> = {}) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(groupQuery(7).queryKey, { name: 'Dyfi Walkers', ...group } as Group);
  return renderToString(
    <QueryClientProvider client={client}>
      <SiteProvider value={{ name: 'Villagehall' } as Site}>
        <JustCreated event={{ id: 1, groupId: 7, title: 'To the lake', ...event } as Event} />
      </SiteProvider>
    </QueryClientProvider>,
  );
};

describe('an event that was just created', () => {
  it.each([{ status: 'approved' }, { status: 'pending_approval', editPending: true }] as const)(
    'is live, and can be shared, in a public group: %o',
    (group) => {
      expect(notice(group)).toContain('Your event is live');
      expect(notice(group)).toContain('Share');
    },
  );

  it('is ready, and not shared yet, in a group that waits for approval', () => {
    const html = notice({ status: 'pending_approval' });
    expect(html).toContain('Your event is ready');
    expect(html).not.toContain('Your event is live');
    expect(html).not.toContain('Share');
  });

  it('is not called live while it is hidden', () => {
    expect(notice({ status: 'approved' }, { hidden: true })).toBe('');
  });
});
