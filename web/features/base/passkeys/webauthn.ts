import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { call, type AnswerFor } from '#web/platform/data/api.ts';

/** The proof that the server asks for before a new passkey. */
export interface Proof {
  name?: string;
  password?: string;
  code?: string;
}

/** Proves the member, has the device make a passkey, and keeps it. */
export async function addPasskey({ name, ...proof }: Proof) {
  const optionsJSON = await call('POST /api/passkeys/registration-options', { body: proof });
  const response = { ...(await startRegistration({ optionsJSON })) };
  return call('POST /api/passkeys', { body: { ...(name && { name }), response } });
}

type SignedIn = AnswerFor<'POST /api/passkeys/sign-in'>;

/** Signs in with a passkey that the member chooses in the browser's own window. */
export async function signInByPasskey(next: string | undefined): Promise<SignedIn> {
  const response = await passkeyAnswer(false);
  return call('POST /api/passkeys/sign-in', { body: { response, next } });
}

/**
 * Offers passkeys among what the browser fills in for the email field, and signs in once one is
 * chosen. Undefined where the browser offers none, or another request has taken its place: nobody
 * has asked for anything, so no failure is shown.
 */
export async function signInFromField(next: string | undefined): Promise<SignedIn | undefined> {
  if (!(await browserSupportsWebAuthnAutofill())) return undefined;
  const response = await passkeyAnswer(true).catch(() => undefined);
  return response && call('POST /api/passkeys/sign-in', { body: { response, next } });
}

async function passkeyAnswer(useBrowserAutofill: boolean) {
  const optionsJSON = await call('POST /api/passkeys/sign-in-options');
  return { ...(await startAuthentication({ optionsJSON, useBrowserAutofill })) };
}

/** Ends a request that still waits for a passkey. */
export const cancelRequest = (): void => WebAuthnAbortService.cancelCeremony();

/** Somebody closed the browser's window, or it closed by itself. */
export const isCancelled = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** The device has a passkey of this account already. */
export const isKnownDevice = (error: unknown): boolean =>
  error instanceof Error && error.name === 'InvalidStateError';
