import { localPath, paths } from '#contract/platform/paths.ts';
import { privately } from '#web/platform/head/head.ts';
import { prefetchInvitation } from './invitation.ts';
import type { LoadContext, Page } from '#web/platform/router/pages.ts';

export const loadInvitation = ({ client, search }: LoadContext) =>
  prefetchInvitation(client, search.get('next'));

/** The sign-in pages, and the pages that their emails link to. */
export const signInPages: readonly Page[] = [
  ...['/auth', '/auth-page', '/auth/code'].map((path) => ({
    path,
    module: './features/base/sign-in/auth-page.tsx',
    head: privately('Sign Up or Log In'),
    load: loadInvitation,
    elsewhere: ({ signedIn, search }: LoadContext) =>
      signedIn ? (localPath(search.get('next')) ?? paths.home) : undefined,
  })),
  {
    path: '/forgot-password',
    module: './features/base/sign-in/forgot-password-page.tsx',
    head: privately('Forgot your password?'),
  },
  {
    path: '/reset-password',
    module: './features/base/sign-in/reset-password-page.tsx',
    head: privately('Choose a new password'),
  },
  {
    path: '/confirm-email',
    module: './features/base/sign-in/confirm-email-page.tsx',
    head: privately('Confirm your email address'),
    load: loadInvitation,
  },
];
