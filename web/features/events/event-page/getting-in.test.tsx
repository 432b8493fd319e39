import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import type { Event } from '#contract/events/events.ts';
import { allFacts } from '#contract/events/venue/access-facts.ts';
import { userQuery } from '#web/features/base/sign-in/use-user.ts';
import GettingIn from './getting-in.tsx';

const gettingIn = (event: { edit: boolean; isOrganizer?: boolean; ask?: boolean }) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(userQuery().queryKey, {});
  return renderToString(
    <QueryClientProvider client={client}>
      <Router ssrPath="/events/5">
        <GettingIn
          event={
            {
              id: 5,
              group: { id: 7 },
              access: allFacts({ hearingLoop: 'yes' }),
              can: { edit: event.edit, ask: event.ask ?? false },
              membership: { isOrganizer: event.isOrganizer ?? false },
            } as Event
          }
        />
      </Router>
    </QueryClientProvider>,
  );
};

describe('an unknown access fact', () => {
  it('can be asked of the organisers', () => {
    expect(gettingIn({ edit: false })).toContain('ask the organisers');
  });

  it('can be filled in by organisers and admins, on the form of the event', () => {
    const html = gettingIn({ edit: true });
    expect(html).toMatch(/<a href="\/events\/5\/edit#getting-in"[^>]*>Say what you know<\/a>/);
    expect(html).not.toContain('ask the organisers');
  });

  it('has no link for its own organisers once nothing can be changed', () => {
    const html = gettingIn({ edit: false, isOrganizer: true });
    expect(html).not.toContain('ask the organisers');
    expect(html).toContain('What we don’t know yet');
  });
});
