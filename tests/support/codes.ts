import { TOTP } from 'otpauth';

export const stepMs = 30_000;

/** What an app shows for a key, so many steps of 30 seconds from `now`. */
export const codeAt = (key: string, now: Date, steps = 0): string =>
  new TOTP({ secret: key }).generate({ timestamp: now.getTime() + steps * stepMs });
