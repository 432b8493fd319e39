import { call } from '#web/platform/data/api.ts';

/** The browser's note that somebody has put the offer away here. */
export const offerName = 'passkey-offer';

/**
 * Tells whether to offer a passkey: this device can keep one, the account has none, and nobody has
 * put the offer away on it.
 */
export async function shouldOfferPasskey(): Promise<boolean> {
  try {
    if (window.localStorage.getItem(offerName) !== null) return false;
    const canKeepOne =
      await window.PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable();
    return canKeepOne && (await call('GET /api/passkeys')).length === 0;
  } catch {
    // An old browser, or one that stores nothing: no offer.
    return false;
  }
}
