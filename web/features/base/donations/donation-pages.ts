import { prefetch } from '#web/platform/data/queries.ts';
import { privately, screen } from '#web/platform/head/head.ts';
import { loadInvitation } from '#web/features/base/sign-in/sign-in-pages.ts';
import type { Page } from '#web/platform/router/pages.ts';
import { allDonations, donationSummary } from './queries.ts';

/** The pages to make donations, say thank you and manage them. */
export const donationPages: readonly Page[] = [
  {
    path: '/support',
    module: './features/base/donations/support-page.tsx',
    head: screen('Support Us', 'Optional one-time donations keep the site free for everyone.'),
    load: loadInvitation,
  },
  {
    path: '/welcome',
    module: './features/base/donations/welcome-page.tsx',
    head: privately('Welcome'),
  },
  {
    path: '/donation-success',
    module: './features/base/donations/donation-success-page.tsx',
    head: privately('Thank you'),
  },
  {
    path: '/admin/donations',
    module: './features/base/donations/admin-donations-page.tsx',
    guard: 'admin',
    head: privately('Donations'),
    load: ({ client }) => prefetch(client, [donationSummary(), allDonations()]),
  },
  {
    path: '/admin/donations/set-up',
    module: './features/base/donations/set-up-page.tsx',
    guard: 'admin',
    head: privately('Set up donations'),
  },
];
