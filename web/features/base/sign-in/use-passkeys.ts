import { useEffect, useRef } from 'react';
import { loginWords } from '#contract/base/form-words.ts';
import { minute } from '#contract/platform/durations.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useHasHostName, useHasWebAuthn } from '#web/features/base/passkeys/support.ts';
import { useSite } from '#web/platform/site.tsx';
import { toast } from '#web/ui/toast.ts';
import { useContinue } from './signed-in.ts';

/** A little less than a challenge lives. */
const offerMs = 4 * minute;

type Webauthn = typeof import('#web/features/base/passkeys/webauthn.ts');
let loaded: Webauthn | undefined;

/** Loads the browser's part when somebody reaches for the form. */
async function webauthn(): Promise<Webauthn> {
  loaded = await import('#web/features/base/passkeys/webauthn.ts');
  return loaded;
}

/** Signs in by passkeys: `offer` has the browser suggest them in the email field. */
export function usePasskeys(next: string | undefined, onSignedIn: (destination: string) => void) {
  const { publicDemo } = useSite();
  const isPossible = [useHasHostName(), useHasWebAuthn(), !publicDemo].every(Boolean);
  const goOn = useContinue(onSignedIn);
  const offeredAt = useRef(-Infinity);
  useEffect(() => () => loaded?.cancelRequest(), []);
  const fromButton = useMutation({
    mutationFn: async () => (await webauthn()).signInByPasskey(next),
    onSuccess: goOn,
    onError: toastFailedPasskey,
    // The button's request has ended the one from the field.
    onSettled: () => (offeredAt.current = -Infinity),
  });
  const offer = () => {
    if (!isPossible || fromButton.isPending || Date.now() - offeredAt.current < offerMs) return;
    offeredAt.current = Date.now();
    void suggestInField(next, goOn);
  };
  return { isPossible, offer, press: fromButton.mutate, isPending: fromButton.isPending };
}

/** A second call takes the place of the first, whose challenge may be too old by then. */
async function suggestInField(
  next: string | undefined,
  goOn: ReturnType<typeof useContinue>,
): Promise<void> {
  // The button works without it, and loads it again.
  const module = await webauthn().catch(() => undefined);
  try {
    const answer = await module?.signInFromField(next);
    if (answer) await goOn(answer);
  } catch (error) {
    toastFailure(loginWords.failed, error, 'Please try again, or use your password.');
  }
}

async function toastFailedPasskey(error: unknown): Promise<void> {
  if ((await webauthn()).isCancelled(error)) {
    toast({ title: "You're not logged in yet", description: 'Try again, or use your password.' });
  } else {
    toastFailure(loginWords.failed, error, 'Please try again, or use your password.');
  }
}
