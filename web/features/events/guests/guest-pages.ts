import { defaultDescription, screen } from '#web/platform/head/head.ts';
import { prefetch, postedQuery } from '#web/platform/data/queries.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';

const tokenIn = ({ params }: LoadContext) => params.token ?? '';

/** The page that a guest's emails link to. Reading it changes nothing. */
export const guestPages: readonly Page[] = [
  {
    path: '/coming/:token',
    module: './features/events/guests/coming-page.tsx',
    head: screen('Your place', defaultDescription, { hidden: true, keyed: true }),
    subject: (context) => guestQuery(tokenIn(context)),
    load: (context) => prefetch(context.client, [guestQuery(tokenIn(context))]),
  },
];

/** A guest's RSVP by their link. The token goes in the body, to keep it out of logs. */
export const guestQuery = (token: string) =>
  postedQuery('POST /api/guest-rsvps/read', { body: { token } });
