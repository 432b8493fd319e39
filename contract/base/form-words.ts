import type { SiteFacts } from '#contract/platform/endpoint.ts';

/** The words of forms that pages with script show, too; without schemas, so that pages stay small. */

/** Where the site has no mail server, and a link can reach nobody. */
export const noMailYet = {
  title: 'This site can’t send email yet',
  description: 'Please ask the people who run it for a link.',
};

export const registerWords = {
  done: { title: 'Your account is ready' },
  failed: 'Registration failed',
};

export const loginWords = { done: { title: 'Welcome back!' }, failed: 'Login failed' };

/** The words by which every screen offers a passkey. */
export const passkeyLabel = 'Sign in with your fingerprint, face or screen lock';

/** Passkeys belong to a host's name, which an address of numbers lacks. */
export const needsHostName =
  'Passkeys need a site whose address is a name. This one has only numbers.';

export const confirmEmailWords = {
  done: { title: 'Your email address is confirmed' },
  failed: "Your email address wasn't confirmed",
};

export const resendWords = {
  done: (_: unknown, { mailLeaves }: SiteFacts) =>
    mailLeaves
      ? {
          title: 'A link is on its way',
          description: "Check your inbox, and your spam folder if it doesn't arrive.",
        }
      : noMailYet,
  failed: "The email wasn't sent",
};

export const forgotPasswordWords = {
  done: (_: unknown, { mailLeaves }: SiteFacts) =>
    mailLeaves
      ? {
          title: 'Check your email',
          description: 'If there is an account with this address, we have sent it a link.',
        }
      : noMailYet,
  failed: "The email wasn't sent",
};

export const resetPasswordWords = {
  done: (answer: object) => ({
    title: 'Your password has been changed',
    description:
      'secondStep' in answer
        ? "You've been signed out everywhere. Enter your code to sign in here."
        : "You're signed in here and signed out everywhere else.",
  }),
  failed: "Your password wasn't changed",
};

export const liftedSuppression = { title: 'Emails go to this address again' };

export const retriedAddress = {
  title: "We'll try again",
  description: 'Our next email goes to your address.',
};
