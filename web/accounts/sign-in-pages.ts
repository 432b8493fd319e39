import { privately } from '../head.ts';
import type { Page } from '../pages.ts';

/** Where people sign in, and what comes of the mails that lead there. */
export const signInPages: readonly Page[] = [
  ...['/auth', '/auth-page', '/auth/code'].map((path) => ({
    path,
    module: './accounts/auth-page.tsx',
    head: privately('Sign Up or Log In'),
  })),
  {
    path: '/forgot-password',
    module: './accounts/forgot-password-page.tsx',
    head: privately('Forgot your password?'),
  },
  {
    path: '/reset-password',
    module: './accounts/reset-password-page.tsx',
    head: privately('Choose a new password'),
  },
  {
    path: '/confirm-email',
    module: './accounts/confirm-email-page.tsx',
    head: privately('Confirm your email address'),
  },
];
