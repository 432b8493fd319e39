import { Refusal } from '#platform/refusal.ts';

/** One message for a wrong code, a used one and an expired one. */
export const wrongCode = () =>
  new Refusal('invalid', wrongCodeText, { fields: { code: wrongCodeText } });
const wrongCodeText =
  'This code isn’t right, or has already been used. Please wait for the next one.';

/** The sign-in that the code belongs to expired, began in another browser, or never existed. */
export const beginAgain = () =>
  new Refusal('sign_in_required', 'Please log in again: this sign-in has taken too long.');

/** The signing secret changed since the key was sealed. */
export const unreadableKey = () =>
  new Refusal(
    'unavailable',
    'Codes can’t be checked just now. Please use a recovery code, or ask an admin to reset your two-step sign-in.',
  );

/** Refuses a second setup: it would replace the key without a code from the first. */
export const setUpRefusal = (isOn: boolean): Refusal | null =>
  isOn ? new Refusal('conflict', 'Two-step sign-in is already on') : null;

/** The options on the profile. Two-step sign-in comes on top of a password. */
export const twoStepAbilities = (isOn: boolean, hasPassword: boolean) => ({
  setUp: hasPassword && setUpRefusal(isOn) === null,
});

export const absentRefusal = (isOn: boolean): Refusal | null =>
  isOn ? null : new Refusal('conflict', 'Two-step sign-in is already off');
