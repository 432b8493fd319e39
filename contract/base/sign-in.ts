import { z } from 'zod';
import { Email } from '#contract/platform/email-address.ts';
import { Account, firstName, optionalLastName } from './accounts.ts';
import {
  registerWords,
  loginWords,
  confirmEmailWords,
  resendWords,
  forgotPasswordWords,
  resetPasswordWords,
} from './form-words.ts';
import { endpoint } from '#contract/platform/endpoint.ts';
import { passwordRules } from './password-rules.ts';
import { InvitationCode } from './settings.ts';

/** A new password. */
export const newPassword = z
  .string('Password must be at least 8 characters')
  .max(200, 'Password cannot exceed 200 characters')
  .superRefine((password, context) => {
    for (const rule of passwordRules) {
      if (!rule.holds(password)) context.addIssue({ code: 'custom', message: rule.message });
    }
  });

export const LoginForm = z.object({
  email: Email,
  password: z
    .string('Password is required')
    .min(1, 'Password is required')
    .max(200, 'Password is too long'),
});

const nextPath = z.string().max(2_000).optional();

const confirmPassword = z.string("Passwords don't match");

/** Reported together with all other errors of the form. */
const sameTwice = {
  path: ['confirmPassword'],
  error: "Passwords don't match",
  when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null,
};

const tickAge = 'Please tick this if you are old enough to have an account here';

const ageConfirmed = z.boolean(tickAge).refine((confirmed) => confirmed, tickAge);

export const RegisterForm = z
  .object({
    firstName,
    lastName: optionalLastName,
    email: Email,
    password: newPassword,
    confirmPassword,
    /**
     * Confirms that they are at least `minimumAge` years old; omitted by a client that doesn't ask.
     */
    ageConfirmed: ageConfirmed.optional(),
    /** Required where registration needs an invitation. */
    invitation: InvitationCode.optional(),
    /** The page they came from: the confirmation email links back to it. */
    next: nextPath,
    /** The link of a guest RSVP: it proves the address that it was emailed to. */
    guestToken: z.string().max(500).optional(),
    /** A hidden field; only robots fill it in. */
    website: z.string().max(500).optional(),
  })
  .refine((form) => form.password === form.confirmPassword, sameTwice);

export const ForgotPasswordForm = z.object({ email: Email });

export const NewPasswordForm = z
  .object({ password: newPassword, confirmPassword })
  .refine((form) => form.password === form.confirmPassword, sameTwice);

const currentPassword = z
  .string('Please enter your current password')
  .min(1, 'Please enter your current password')
  .max(200, 'Password is too long');

export const ChangePasswordForm = z
  .object({ currentPassword, password: newPassword, confirmPassword })
  .refine((form) => form.password === form.confirmPassword, sameTwice);

/** One message for a link that never existed, is used up or has expired, so nobody learns which. */
export const spentLink = 'This link has expired or has been used already';
const linkToken = z.string(spentLink).regex(/^[A-Za-z0-9_-]{43}$/, spentLink);

export const register = endpoint('POST /api/register', {
  summary: 'Register and sign in',
  words: registerWords,
  answers: [201],

  access: 'anyone',
  rate: 'registration',
  body: RegisterForm,
  response: z.strictObject({ user: Account, requiresProfileCompletion: z.boolean() }),
});

export const login = endpoint('POST /api/login', {
  summary: 'Sign in with email address and password',
  words: {
    ...loginWords,
    done: ({ secondStep }: { secondStep?: true }) =>
      secondStep
        ? { title: 'One more step', description: 'Your password is right. Now enter your code.' }
        : loginWords.done,
  },
  refuses: ['sign_in_required', 'suspended'],

  access: 'anyone',
  rate: 'sign_in',
  guesses: { password: 'password' },
  keepsPublicCache: true,
  body: LoginForm.extend({ next: nextPath }),
  response: z.strictObject({
    redirectUrl: z.string(),
    /**
     * The second step is still needed: `redirectUrl` leads to the page that asks for a code.
     * Otherwise it is omitted.
     */
    secondStep: z.literal(true).optional(),
  }),
});

export const DemoPerson = z.enum(
  ['member', 'organiser', 'admin'],
  'as must be member, organiser or admin',
);
export type DemoPerson = z.infer<typeof DemoPerson>;

/** Only a site with `DEMO=public` answers it; it asks for no password. */
export const signInToDemo = endpoint('POST /api/demo-sign-in', {
  summary: 'Sign in to a public demonstration',
  words: { done: { title: 'Welcome! Have a look around' } },
  refuses: ['not_found'],

  access: 'anyone',
  rate: 'sign_in',
  body: z.object({ as: DemoPerson }),
  response: z.strictObject({ user: Account }),
});

/**
 * Where a signed-out visitor signs in: at the outside issuer, or on our own page if there is none.
 */
export const loginRedirect = endpoint('GET /api/login', {
  summary: 'Redirect to the sign-in page',

  access: 'anyone',
  query: z.object({ next: nextPath }),
});

/** The redirect URI for the outside issuer. */
export const loginCallback = endpoint('GET /api/login/callback', {
  summary: 'Finish signing in with an outside account',

  access: 'anyone',
  rate: 'sign_in',
  query: z.record(z.string().max(100), z.unknown()),
});

/** The reasons for a failed sign-in at the outside issuer; the sign-in page gets one of them. */
export const issuerProblems = [
  'away',
  'cancelled',
  'expired',
  'failed',
  'suspended',
  'no_email',
  'address_taken',
  'not_invited',
] as const;
export type IssuerProblem = (typeof issuerProblems)[number];

/** A link from another site leads to the start page and signs nobody out. */
export const logout = endpoint('GET /api/logout', {
  summary: 'Sign out and go to the home page',
  access: 'anyone',
});

/** Only the account's own member can confirm its address: see docs/decisions. */
export const confirmEmail = endpoint('POST /api/confirm-email', {
  summary: 'Confirm your email address',
  words: confirmEmailWords,

  formWithoutReferrer: true,
  access: 'signed_in',
  rate: 'sign_in',
  body: z.object({ token: linkToken }),
  response: z.strictObject({ user: Account }),
});

export const resendConfirmation = endpoint('POST /api/confirm-email/resend', {
  summary: 'Resend the email that confirms your address',
  words: resendWords,

  formWithoutReferrer: true,
  access: 'signed_in',
  rate: 'password_mail',
});

/** Gives the same answer in the same time, whether or not there is an account. */
export const forgotPassword = endpoint('POST /api/forgot-password', {
  summary: 'Request an email to reset your password',
  words: forgotPasswordWords,

  access: 'anyone',
  rate: 'password_mail',
  body: ForgotPasswordForm,
  response: z.strictObject({}),
});

export const resetPassword = endpoint('POST /api/reset-password', {
  summary: 'Reset your password with an emailed key',
  words: resetPasswordWords,
  refuses: ['suspended'],

  formWithoutReferrer: true,
  access: 'anyone',
  rate: 'sign_in',
  /** A form without script sends the password twice. */
  body: z
    .object({ token: linkToken, password: newPassword, confirmPassword: z.string().optional() })
    .refine((form) => (form.confirmPassword ?? form.password) === form.password, sameTwice),
  response: z.union([
    z.strictObject({ user: Account }),
    /**
     * The password is set, and the second step is still needed: `redirectUrl` leads to the page
     * that asks for a code.
     */
    z.strictObject({ redirectUrl: z.string(), secondStep: z.literal(true) }),
  ]),
});

export const changePassword = endpoint('POST /api/auth/user/password', {
  summary: 'Change your password',

  access: 'signed_in',
  rate: 'sign_in',
  guesses: { password: 'currentPassword' },
  body: z.object({ currentPassword, password: newPassword }),
});

export const SignInMethods = z.strictObject({
  hasPassword: z.boolean(),
  /** The hosts of outside issuers that the member signs in with. */
  issuers: z.array(z.string()),
});

export const getSignInMethods = endpoint('GET /api/auth/user/sign-in-methods', {
  summary: 'List the ways you can sign in',

  access: 'signed_in',
  response: SignInMethods,
});

export const DeviceSession = z.strictObject({
  id: z.string(),
  /** 'Firefox on Windows' */
  device: z.string(),
  isCurrent: z.boolean(),
  createdAt: z.string(),
  /** To the hour. */
  lastSeenAt: z.string(),
});
export type DeviceSession = z.infer<typeof DeviceSession>;

/** Where the caller is signed in: this device first, then last seen first. */
export const listSessions = endpoint('GET /api/auth/user/sessions', {
  summary: 'List your active sessions',

  access: 'signed_in',
  response: z.array(DeviceSession),
});

export const endSession = endpoint('DELETE /api/auth/user/sessions/:id', {
  summary: 'End one of your sessions',

  access: 'signed_in',
  rate: 'write',
  params: z.object({
    id: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ examples: ['5e'.repeat(32)] }),
  }),
});

/** One day's sign-in attempts from one network, and changes to tokens. */
export const SignIn = z.strictObject({
  outcome: z.enum(['signed_in', 'new_device', 'refused', 'token_made', 'token_ended']),
  /** The last of these attempts. */
  at: z.string(),
  times: z.int(),
  /** Never a whole address: '203.0.113.0/24'. */
  network: z.string(),
});
export type SignIn = z.infer<typeof SignIn>;

/** The caller's latest, newest first. */
export const listSignIns = endpoint('GET /api/auth/user/sign-ins', {
  summary: 'List recent attempts to sign in as you',

  access: 'signed_in',
  response: z.array(SignIn),
});

export const endOtherSessions = endpoint('DELETE /api/auth/user/sessions', {
  summary: 'End all your other sessions',

  access: 'signed_in',
  rate: 'write',
});
