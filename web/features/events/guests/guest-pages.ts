import { defaultDescription, screen } from '#web/platform/head/head.ts';
import { prefetch, postedQuery } from '#web/platform/data/queries.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';

const tokenIn = ({ params }: LoadContext) => params.token ?? '';

const tokenInSearch = ({ search }: LoadContext) => search.get('token') ?? '';

/** The pages that emails to people without an account link to. Reading them changes nothing. */
export const guestPages: readonly Page[] = [
  {
    path: '/coming/:token',
    module: './features/events/guests/coming-page.tsx',
    head: screen('Your place', defaultDescription, { hidden: true, keyed: true }),
    subject: (context) => guestQuery(tokenIn(context)),
    load: (context) => prefetch(context.client, [guestQuery(tokenIn(context))]),
  },
  {
    path: '/question',
    module: './features/events/guests/question-page.tsx',
    head: screen('Your question', defaultDescription, { hidden: true }),
    subject: (context) => questionQuery(tokenInSearch(context)),
    load: (context) => prefetch(context.client, [questionQuery(tokenInSearch(context))]),
  },
];

/** A guest's RSVP by their link. The token goes in the body, to keep it out of logs. */
export const guestQuery = (token: string) =>
  postedQuery('POST /api/guest-rsvps/read', { body: { token } });

/** A question to organisers by its link. */
export const questionQuery = (token: string) =>
  postedQuery('POST /api/questions/read', { body: { token } });
