import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import type { Account } from '#contract/base/accounts.ts';
import { SiteProvider, type Site } from '#web/platform/site.tsx';
import { userQuery } from '#web/features/base/sign-in/use-user.ts';
import CreateGroupPage from './create-group-page.tsx';

describe('create group', () => {
  it('shows ‘Authentication Required’ and a Sign In link to /api/login when signed out', () => {
    const client = new QueryClient();
    client.setQueryData(userQuery().queryKey, {});
    const html = renderToString(
      <QueryClientProvider client={client}>
        <Router ssrPath="/create-group">
          <CreateGroupPage />
        </Router>
      </QueryClientProvider>,
    );
    expect(html).toContain('Authentication Required');
    expect(html).toMatch(/<a href="\/api\/login[^"]*"[^>]*>Sign In<\/a>/);
  });

  it.each([
    [true, 'We check each new group'],
    [false, 'It goes on the board straight away'],
  ])('describes what the site does: approval required is %s', (groupApproval, words) => {
    const client = new QueryClient();
    client.setQueryData(userQuery().queryKey, { user: { profileCompleted: true } as Account });
    const html = renderToString(
      <SiteProvider value={{ groupApproval } as Site}>
        <QueryClientProvider client={client}>
          <Router ssrPath="/create-group">
            <CreateGroupPage />
          </Router>
        </QueryClientProvider>
      </SiteProvider>,
    );
    expect(html).toContain(words);
  });
});
