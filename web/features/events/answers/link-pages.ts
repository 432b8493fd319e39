import { childInvitation } from '#web/features/base/sign-in/invitation.ts';
import { privately } from '#web/platform/head/head.ts';
import { prefetch } from '#web/platform/data/queries.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';
import { askQuery, offerQuery } from '#web/features/events/attendance/queries.ts';

const loadByToken =
  (queryOf: typeof askQuery | typeof offerQuery | typeof childInvitation) =>
  async ({ client, search }: LoadContext) => {
    const token = search.get('token');
    if (token) await prefetch(client, [queryOf(token)]);
  };

/** The pages behind links about coming to an event. */
export const linkPages: readonly Page[] = [
  {
    path: '/offer',
    module: './features/events/attendance/offer-page.tsx',
    head: privately('Your offer'),
    load: loadByToken(offerQuery),
  },
  {
    path: '/ask',
    module: './features/events/answers/ask-page.tsx',
    head: privately('Are you coming?'),
    load: loadByToken(askQuery),
  },
  {
    path: '/household',
    module: './features/events/household/invitation-page.tsx',
    guard: 'protected',
    head: privately('Household'),
    load: loadByToken(childInvitation),
  },
];
