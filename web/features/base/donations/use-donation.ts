import { newAttempt } from '#web/platform/data/attempt.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { useRef, useState } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { isPaid, startPayment, toastStartFailure, type Payment } from './payment.ts';

/** One donation at a time, from the choice of an amount to the payment or its end. */
export function useDonation(onSucceeded: (amount: number) => void) {
  const { paymentKey } = useSite();
  const [payment, setPayment] = useState<Payment>();
  const wish = useRef({ attempt: '', shown: new Set<string>(), starting: false });

  const { mutate, isPending, reset } = useMutation({
    gcTime: 0,
    mutationFn: async (amount: number) => {
      const { current } = wish;
      current.attempt ||= newAttempt();
      const started = await startPayment(amount, current.attempt, paymentKey);
      // Shown before and closed, it may have been paid all the same.
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
      wish.current.starting = false;
    },
  });

  /** Lets the client secret go, from here and from what remembers answers. */
  const close = () => {
    setPayment(undefined);
    reset();
  };

  function succeed(amount: number) {
    wish.current.attempt = '';
    close();
    onSucceeded(amount);
  }

  return {
    payment,
    isStarting: isPending,
    start: (amount: number) => {
      if (wish.current.starting) return;
      wish.current.starting = true;
      mutate(amount);
    },
    close,
    succeed,
  };
}
