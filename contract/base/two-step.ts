import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { loginWords } from './form-words.ts';

export const codeMissing = 'Please enter the code';

/** A code of the app, or a recovery code, in any spelling. */
export const codeField = z
  .string(codeMissing)
  .trim()
  .min(1, codeMissing)
  .max(60, 'This code is too long');

export const passwordMissing = 'Please enter your password';

export const passwordField = z
  .string(passwordMissing)
  .min(1, passwordMissing)
  .max(200, 'Password is too long');

/** Six digits are a code of the app; anything else counts as a recovery code. */
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(typed.replace(/\s/g, ''));

export const PasswordForm = z.object({ password: passwordField });
export const CodeForm = z.object({ code: codeField });
/** Both are required: a stolen password or a stolen phone alone is not enough. */
export const ProofForm = z.object({ password: passwordField, code: codeField });

/**
 * Finishes a sign-in after a right password, in the same browser: `POST /api/login` and `POST
 * /api/reset-password` answer `secondStep: true`, and `redirectUrl` leads to the page that asks for
 * the code.
 */
export const finishSignIn = endpoint('POST /api/login/code', {
  summary: 'Finish signing in with a two-step code',
  words: loginWords,
  refuses: ['sign_in_required', 'suspended'],

  access: 'anyone',
  rate: 'sign_in',
  guesses: { code: 'code' },
  keepsPublicCache: true,
  body: CodeForm.extend({ next: z.string().max(2_000).optional() }),
  response: z.strictObject({ redirectUrl: z.string() }),
});

/** Shown to an admin who has yet to switch it on. */
export const twoStepDemanded =
  'Admins of this site use two-step sign-in: please switch it on under Settings on your profile';

export const TwoStep = z.strictObject({
  /** Null if it is off. */
  since: z.string().nullable(),
  recoveryCodesLeft: z.int(),
  /** The site requires it of admins. */
  demanded: z.boolean(),
  /**
   * A member without a password, who registered through an issuer, sets one before two-step
   * sign-in.
   */
  can: z.strictObject({ setUp: z.boolean() }),
});
export type TwoStep = z.infer<typeof TwoStep>;

export const getTwoStep = endpoint('GET /api/auth/user/two-step', {
  summary: 'Get the status of your two-step sign-in',

  access: 'signed_in',
  response: TwoStep,
});

/** A new key; nothing is switched on until a code proves that the app has it. */
export const setUpTwoStep = endpoint('POST /api/auth/user/two-step/setup', {
  summary: 'Create a key for an authenticator app',

  access: 'signed_in',
  rate: 'sign_in',
  guesses: { password: 'password' },
  body: PasswordForm,
  response: z.strictObject({
    /** In base 32, to type if the QR code can't be scanned. */
    key: z.string(),
    /** The address in the QR code: `otpauth://totp/…` */
    address: z.string(),
    /** Sent back with the code. */
    ticket: z.string(),
  }),
});

/** Shown only this once. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) });

const spentSetUp = 'This has taken too long. Please start again';

/** The answer is the only one with the recovery codes. */
export const switchTwoStepOn = endpoint('POST /api/auth/user/two-step', {
  summary: 'Turn on two-step sign-in',
  answers: [201],

  access: 'signed_in',
  rate: 'sign_in',
  body: CodeForm.extend({ ticket: z.string(spentSetUp).max(1_000, spentSetUp) }),
  response: RecoveryCodes,
});

/** The earlier codes stop working. */
export const renewRecoveryCodes = endpoint('POST /api/auth/user/two-step/recovery-codes', {
  summary: 'Create new recovery codes',

  access: 'signed_in',
  rate: 'sign_in',
  guesses: { password: 'password', code: 'code' },
  body: ProofForm,
  response: RecoveryCodes,
});

export const switchTwoStepOff = endpoint('DELETE /api/auth/user/two-step', {
  summary: 'Turn off two-step sign-in',

  access: 'signed_in',
  rate: 'sign_in',
  guesses: { password: 'password', code: 'code' },
  body: ProofForm,
});
