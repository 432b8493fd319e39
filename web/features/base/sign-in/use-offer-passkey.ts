import { useChangeSite, useSite } from '#web/platform/site.tsx';
import { useHasHostName } from '#web/features/base/passkeys/support.ts';

/** Returns a function that offers a passkey after a log-in with a password, where one is possible. */
export function useOfferPasskey(): () => void {
  const { publicDemo } = useSite();
  const hasHostName = useHasHostName();
  const changeSite = useChangeSite();
  return () => {
    if (publicDemo || !hasHostName) return;
    const offer = async () => {
      const { shouldOfferPasskey } = await import('#web/features/base/passkeys/offer.ts');
      if (await shouldOfferPasskey()) changeSite({ offersPasskey: true });
    };
    // Without its script there is no offer.
    void offer().catch(() => undefined);
  };
}
