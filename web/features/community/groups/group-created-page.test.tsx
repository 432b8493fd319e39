import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import type { Group } from '#contract/community/groups.ts';
import { SiteProvider, type Site } from '#web/platform/site.tsx';
import GroupCreatedPage from './group-created-page.tsx';
import { groupQuery } from './queries.ts';
import SubmissionBar from './submission-bar.tsx';

const waiting = (can: Partial<Group['can']>, audience: Group['audience'] = 'all') =>
  ({
    id: 7,
    name: 'Dyfi Walkers',
    status: 'pending_approval',
    audience,
    category: { id: 1, name: 'Outdoors' },
    can: { submit: true, review: false, ...can },
  }) as Group;

const page = (group: Group, part = <GroupCreatedPage />, mailLeaves = true) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(groupQuery('7').queryKey, group);
  return renderToString(
    <QueryClientProvider client={client}>
      <SiteProvider value={{ mailLeaves } as Site}>
        <Router ssrPath="/group-published-success" ssrSearch="groupId=7">
          {part}
        </Router>
      </SiteProvider>
    </QueryClientProvider>,
  );
};

describe('the page after a group is submitted', () => {
  it('explains to a member that an admin reviews it', () => {
    const html = page(waiting({}));
    expect(html).toContain('An admin reviews it');
    expect(html).toContain('You get an email');
    expect(html).not.toContain('Approve it now');
  });

  it('promises no email where none leaves the site', () => {
    expect(page(waiting({}), <GroupCreatedPage />, false)).not.toContain('email');
  });

  it('lets an admin approve their own, and mentions no other admin and no email', () => {
    const html = page(waiting({ review: true }));
    expect(html).toContain('Approve it now</button>');
    expect(html).not.toContain('An admin reviews it');
    expect(html).not.toContain('You get an email');
  });

  it('leads the admin to the check of a safeguarding lead where it is for under 18s', () => {
    expect(page(waiting({ review: true }, 'under18'))).toMatch(
      /<a[^>]*href="\/admin\?tab=groups"[^>]*>Approve it now/,
    );
  });

  it.each([
    [false, 'An admin checks every new group'],
    [true, 'Approve it now'],
  ])('is the same for a draft: the owner is an admin is %s', (review, words) => {
    const group = waiting({ review });
    expect(page(group, <SubmissionBar group={group} />)).toContain(words);
  });
});
