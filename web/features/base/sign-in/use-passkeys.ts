import { useEffect, useRef } from 'react';
import { loginWords } from '#contract/base/form-words.ts';
import { minute } from '#contract/platform/durations.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useHasHostName, useHasWebAuthn } from '#web/features/base/passkeys/support.ts';
import { useSite } from '#web/platform/site.tsx';
import { toast } from '#web/ui/toast.ts';
import { useGoOn } from './signed-in.ts';

/** A little less than a challenge lives. */
const offerMs = 4 * minute;

/** The browser's part, which is loaded when somebody reaches for the form. */
const webauthn = () => import('#web/features/base/passkeys/webauthn.ts');

/** Signs in by passkeys: `offer` has the browser suggest them in the email field. */
export function usePasskeys(next: string | undefined, onSignedIn: (destination: string) => void) {
  const { publicDemo } = useSite();
  const isPossible = [useHasHostName(), useHasWebAuthn(), !publicDemo].every(Boolean);
  const goOn = useGoOn(onSignedIn);
  const offeredAt = useRef(-Infinity);
  useEffect(() => () => void webauthn().then(({ cancelRequest }) => cancelRequest()), []);
  const fromField = useMutation({
    mutationFn: async () => (await webauthn()).signInFromField(next),
    onSuccess: (answer) => answer && goOn(answer),
    onError: (error) => toastFailure(loginWords.failed, error, 'Please try again.'),
  });
  const fromButton = useMutation({
    mutationFn: async () => (await webauthn()).signInByPasskey(next),
    onSuccess: goOn,
    onError: tellWhyNot,
    // The button's request has ended the one from the field.
    onSettled: () => (offeredAt.current = -Infinity),
  });
  const offer = () => {
    if (!isPossible || fromButton.isPending || Date.now() - offeredAt.current < offerMs) return;
    offeredAt.current = Date.now();
    fromField.mutate();
  };
  return { isPossible, offer, press: fromButton.mutate, isPending: fromButton.isPending };
}

async function tellWhyNot(error: unknown): Promise<void> {
  if ((await webauthn()).isCancelled(error)) {
    toast({ title: "You're not logged in yet", description: 'Try again, or use your password.' });
  } else {
    toastFailure(loginWords.failed, error, 'Please try again, or use your password.');
  }
}
