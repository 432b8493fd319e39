import { Secret, TOTP } from 'otpauth';
import { isAppCode } from '#contract/base/two-step.ts';

/** Every authenticator app supports these values, and many ignore any others. */
const totpOptions = { algorithm: 'SHA1', digits: 6, period: 30 };
/** The length of the HMAC's output (RFC 4226 §4). */
const keyBytes = 20;
/** Codes one step early or late are valid, for clocks that differ and people who type. */
const toleratedSteps = 1;

/** Makes a key in base 32, as apps take it. */
export const newKey = (): string => new Secret({ size: keyBytes }).base32;

/** The `otpauth:` address that an app reads from the QR code. */
export const addressOfKey = (key: string, of: { site: string; account: string }): string =>
  new TOTP({ ...totpOptions, issuer: of.site, label: of.account, secret: key }).toString();

/**
 * Finds the time step of a code (RFC 6238), typed with or without spaces; undefined for a wrong
 * one.
 */
export function stepOfCode(key: string, typed: string, now: Date): number | undefined {
  // The library compares bytes, and throws if the code has more bytes than letters.
  if (!isAppCode(typed)) return undefined;
  const timestamp = now.getTime();
  const away = TOTP.validate({
    ...totpOptions,
    token: typed.replace(/\s/g, ''),
    secret: Secret.fromBase32(key),
    window: toleratedSteps,
    timestamp,
  });
  return away === null ? undefined : TOTP.counter({ period: totpOptions.period, timestamp }) + away;
}
