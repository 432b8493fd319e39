import { z } from 'zod';
import { Account, firstName, optionalLastName } from '#contract/base/accounts.ts';
import { Email } from '#contract/platform/email-address.ts';
import { newPassword } from '#contract/base/sign-in.ts';
import { endpoint } from '#contract/platform/endpoint.ts';

/** The steps of setting up a new site, in the order that the page lists them. */
export const SetupStep = z.enum([
  'name',
  'support',
  'controller',
  'look',
  'town',
  'email',
  'legal',
  'group',
]);
export type SetupStep = z.infer<typeof SetupStep>;

/** Said of a link that never was, has been used or is too old, so that nobody learns which. */
export const spentSetupLink =
  'This link has expired or has been used already. The site prints a new one when it starts, until it has an admin.';

const setupToken = z.string(spentSetupLink).min(1, spentSetupLink).max(200, spentSetupLink);

export const FirstAdminForm = z
  .object({
    firstName,
    lastName: optionalLastName,
    email: Email,
    password: newPassword,
    confirmPassword: z.string("Passwords don't match"),
  })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
    when: ({ value }: z.core.ParsePayload) => typeof value === 'object' && value !== null,
  });

/** Refused over plain HTTP from outside: anyone on the path could become the admin. */
export const readSetupLink = endpoint('POST /api/setup/read', {
  summary: 'Check the link of a new site',
  refuses: ['forbidden', 'not_found'],

  access: 'anyone',
  rate: 'sign_in',
  reads: true,
  body: z.object({ token: setupToken }),
  response: z.strictObject({ expiresAt: z.string() }),
});

export const setupWords = {
  done: { title: 'You are the admin of this site' },
  failed: 'The account was not created',
};

/** Makes the first admin and signs them in; the link is dead from then on. */
export const createFirstAdmin = endpoint('POST /api/setup', {
  summary: 'Create the first admin',
  words: setupWords,
  answers: [201],
  refuses: ['forbidden', 'not_found', 'conflict'],

  formWithoutReferrer: true,
  access: 'anyone',
  rate: 'registration',
  body: FirstAdminForm.safeExtend({ token: setupToken }),
  response: z.strictObject({ user: Account }),
});

export const Setup = z.strictObject({
  /** False once an admin has put the list away, and on a site that began without a setup link. */
  open: z.boolean(),
  steps: z.array(z.strictObject({ step: SetupStep, done: z.boolean() })),
  /** Whether the site has a mail server. */
  sendsEmail: z.boolean(),
});
export type Setup = z.infer<typeof Setup>;

export const getSetup = endpoint('GET /api/admin/setup', {
  summary: 'List the steps of setting up',

  access: 'admin',
  response: Setup,
});

/** Marks a step as done or open; a step whose setting is made is done anyway. */
export const updateSetupStep = endpoint('PUT /api/admin/setup/:step', {
  summary: 'Mark a setup step as done',

  access: 'admin',
  rate: 'write',
  params: z.object({ step: SetupStep }),
  body: z.object({ done: z.boolean('done must be true or false') }),
  response: Setup,
});

export const closeSetup = endpoint('DELETE /api/admin/setup', {
  summary: 'Put the setup list away',

  access: 'admin',
  rate: 'write',
});

/** Sends an email to the caller's own address and marks the step `email` as done. */
export const sendTestEmail = endpoint('POST /api/admin/test-email', {
  summary: 'Send yourself a test email',
  answers: [202],
  refuses: ['conflict'],

  access: 'admin',
  rate: 'message_test',
  response: z.strictObject({ to: z.string() }),
});
