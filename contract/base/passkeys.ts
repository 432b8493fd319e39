import { z } from 'zod';
import { endpoint } from '#contract/platform/endpoint.ts';
import { Id, line } from '#contract/platform/values.ts';
import { codeField, passwordField } from './two-step.ts';

const name = line({ min: 1, max: 60, tooShort: 'Please give the passkey a name' });

export const Passkey = z.strictObject({
  id: z.int().meta({ examples: [4] }),
  name: z.string().meta({ examples: ['My phone'] }),
  createdAt: z.string(),
  /** Null if it was never used. */
  lastUsedAt: z.string().nullable(),
  /** The host that it was made for, if that isn't this one: it doesn't work here. */
  otherHost: z
    .string()
    .nullable()
    .meta({ examples: [null] }),
  can: z.strictObject({
    /** False for the last way to sign in to the account. */
    remove: z.boolean(),
  }),
});
export type Passkey = z.infer<typeof Passkey>;

const Base64url = z.string().meta({ examples: ['3q2-7wQ'] });

const Credential = z.strictObject({
  id: Base64url,
  type: z.literal('public-key'),
  transports: z.array(z.string().meta({ examples: ['internal'] })),
});

const UserVerification = z.literal('preferred');

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn. */
const RegistrationOptions = z.strictObject({
  challenge: Base64url,
  rp: z.strictObject({
    id: z.string().meta({ examples: ['hall.example'] }),
    name: z.string().meta({ examples: ['Villagehall'] }),
  }),
  user: z.strictObject({
    id: Base64url,
    name: z.string().meta({ examples: ['ada@hall.example'] }),
    displayName: z.string().meta({ examples: ['Ada'] }),
  }),
  pubKeyCredParams: z.array(
    z.strictObject({
      alg: z.int().meta({ examples: [-7] }),
      type: z.literal('public-key'),
    }),
  ),
  /** In milliseconds. */
  timeout: z.int().meta({ examples: [300_000] }),
  attestation: z.literal('none'),
  /** The account's passkeys here, which a device must not replace. */
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: UserVerification,
  }),
});
export type RegistrationOptions = z.infer<typeof RegistrationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn. */
const SignInOptions = z.strictObject({
  challenge: Base64url,
  rpId: z.string().meta({ examples: ['hall.example'] }),
  /** In milliseconds. */
  timeout: z.int().meta({ examples: [300_000] }),
  userVerification: UserVerification,
});
export type SignInOptions = z.infer<typeof SignInOptions>;

const responseRule = 'Please send what the browser answered';

/**
 * The browser's `PublicKeyCredential`, as its `toJSON()` writes it. Whatever is wrong inside gets one
 * answer, so its parts are read with the signature.
 */
const Response = z.object(
  {
    id: z
      .unknown()
      .optional()
      .meta({ examples: ['3q2-7wQ'] }),
    rawId: z
      .unknown()
      .optional()
      .meta({ examples: ['3q2-7wQ'] }),
    type: z
      .unknown()
      .optional()
      .meta({ examples: ['public-key'] }),
    response: z
      .unknown()
      .optional()
      .meta({ examples: [{ clientDataJSON: 'eyJ0eXBlIjoi' }] }),
    clientExtensionResults: z
      .unknown()
      .optional()
      .meta({ examples: [{}] }),
  },
  responseRule,
);

/**
 * Begins a new passkey: for five minutes, this browser may answer with one. It takes the password,
 * and a code where two-step sign-in is on. An account without a password needs neither within ten
 * minutes of signing in.
 */
export const beginPasskey = endpoint('POST /api/passkeys/registration-options', {
  summary: 'Begin to add a passkey',
  refuses: ['conflict'],

  access: 'signed_in',
  rate: 'sign_in',
  guesses: { password: 'password', code: 'code' },
  body: z.object({ password: passwordField.optional(), code: codeField.optional() }),
  response: RegistrationOptions,
});

/** Without a name it gets that of the browser and its device. */
export const addPasskey = endpoint('POST /api/passkeys', {
  summary: 'Add a passkey',
  answers: [201],
  refuses: ['conflict'],

  access: 'signed_in',
  rate: 'sign_in',
  body: z.object({ name: name.optional(), response: Response }),
  response: Passkey.pick({ id: true, name: true, createdAt: true }),
});

export const listPasskeys = endpoint('GET /api/passkeys', {
  summary: 'List your passkeys',

  access: 'signed_in',
  response: z.array(Passkey),
});

export const renamePasskey = endpoint('PATCH /api/passkeys/:id', {
  summary: 'Rename a passkey',

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
  body: z.object({ name }),
  response: Passkey,
});

/** It stops working at once. The last way to sign in stays. */
export const removePasskey = endpoint('DELETE /api/passkeys/:id', {
  summary: 'Remove a passkey',
  refuses: ['conflict'],

  access: 'signed_in',
  rate: 'write',
  params: z.object({ id: Id }),
});

/** For five minutes, this browser may answer with any passkey of this site. */
export const beginPasskeySignIn = endpoint('POST /api/passkeys/sign-in-options', {
  summary: 'Begin to sign in with a passkey',
  refuses: ['conflict'],

  access: 'anyone',
  rate: 'write',
  keepsPublicCache: true,
  response: SignInOptions,
});

/** A passkey that verified its user counts as both steps. */
export const signInByPasskey = endpoint('POST /api/passkeys/sign-in', {
  summary: 'Sign in with a passkey',
  refuses: ['sign_in_required', 'suspended', 'conflict'],

  access: 'anyone',
  rate: 'sign_in',
  keepsPublicCache: true,
  body: z.object({ response: Response, next: z.string().max(2_000).optional() }),
  response: z.strictObject({
    redirectUrl: z.string(),
    /**
     * The second step is still needed: `redirectUrl` leads to the page that asks for a code.
     * Otherwise it is omitted.
     */
    secondStep: z.literal(true).optional(),
  }),
});
