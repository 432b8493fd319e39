import type { Stripe } from '@stripe/stripe-js';
import { toast } from '#web/ui/toast.ts';

/** A payment that has started and needs the donor's card. */
export interface Payment {
  /** Whole pounds. */
  amount: number;
  clientSecret: string;
  stripe: Stripe;
}

/** Returns whether the payment went through already, as it may when an earlier answer was lost. */
export async function isPaid({ stripe, clientSecret }: Payment): Promise<boolean> {
  const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
  return paymentIntent?.status === 'succeeded';
}

export const toastUnavailable = () =>
  toast({
    tone: 'danger',
    title: 'Payment not available',
    description: 'Payment processing is currently unavailable. Please try again later.',
  });
