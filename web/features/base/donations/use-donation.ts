import { newAttempt } from '#web/platform/data/attempt.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useRef, useState } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { isPaid, startPayment, toastStartFailure, type Payment } from './payment.ts';

/** Manages one donation at a time, from choosing an amount to paying or cancelling. */
export function useDonation(onSucceeded: (amount: number) => void) {
  const { paymentKey } = useSite();
  const [payment, setPayment] = useState<Payment>();
  const progress = useRef({ attempt: '', shown: new Set<string>(), starting: false });

  const { mutate, isPending, reset } = useMutation({
    gcTime: 0,
    mutationFn: async (amount: number) => {
      const { current } = progress;
      current.attempt ||= newAttempt();
      const started = await startPayment(amount, current.attempt, paymentKey);
      // A payment form that was shown and closed may have been paid all the same.
      const paid = current.shown.has(started.clientSecret) && (await isPaid(started));
      current.shown.add(started.clientSecret);
      return { started, paid };
    },
    onSuccess: ({ started, paid }) => {
      if (paid) succeed(started.amount);
      else setPayment(started);
    },
    onError: toastStartFailure,
    onSettled: () => {
      progress.current.starting = false;
    },
  });

  /** Drops the client secret from this state and from the mutation's cache. */
  const close = () => {
    setPayment(undefined);
    reset();
  };

  function succeed(amount: number) {
    progress.current.attempt = '';
    close();
    onSucceeded(amount);
  }

  return {
    payment,
    isStarting: isPending,
    start: (amount: number) => {
      if (progress.current.starting) return;
      progress.current.starting = true;
      mutate(amount);
    },
    close,
    succeed,
  };
}
