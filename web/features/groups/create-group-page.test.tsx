import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { userQuery } from '../sign-in/use-user.ts';
import CreateGroupPage from './create-group-page.tsx';

describe('create group', () => {
  it('signed out: ‘Authentication Required’ and a Sign In link to /api/login', () => {
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
});
