import { TOTP } from 'otpauth';

export const stepMs = 30_000;

/** Returns an app's code for a key, a number of 30-second steps from `now`. */
export const codeAt = (key: string, now: Date, steps = 0): string =>
  new TOTP({ secret: key }).generate({ timestamp: now.getTime() + steps * stepMs });
