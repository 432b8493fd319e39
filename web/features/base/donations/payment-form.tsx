import { useIfMailed } from '#web/platform/site.tsx';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type {
  PaymentIntentResult,
  Stripe,
  StripeElements,
  StripePaymentElementOptions,
} from '@stripe/stripe-js';
import { useState, type SubmitEvent } from 'react';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { footClass } from '#web/ui/dialog.tsx';
import { InputField } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.ts';
import { saveAmount } from './donation-storage.ts';
import { toastUnavailable } from './payment.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';

interface PaymentFormProps {
  amount: number;
  returnTo: string;
  onClose: () => void;
  onBusyChange: (busy: boolean) => void;
  onProcessing: () => void;
  onSucceeded: () => void;
}

/** Tabs, with Apple Pay where the device has it, but without Google Pay and Stripe's own wallet. */
const elementOptions: StripePaymentElementOptions = {
  layout: 'tabs',
  wallets: { applePay: 'auto', googlePay: 'never', link: 'never' },
};

export function PaymentForm(props: PaymentFormProps) {
  const { amount, onClose } = props;
  const stripe = useStripe();
  const elements = useElements();
  const { user } = useUser();
  const [ready, setReady] = useState(false);
  const [email, setEmail] = useState('');
  const { pay, isPaying, notice } = usePaying(props);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPaying) return;
    if (stripe && elements && ready) pay({ stripe, elements, email: email.trim() });
    else {
      const description = 'Payment system not ready. Please try again.';
      toast({ tone: 'danger', title: 'Payment Error', description });
    }
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-col">
      <div className="flex min-h-0 flex-col gap-5 overflow-y-auto px-5 py-5 sm:px-6">
        {notice && <Notice tone={notice.tone}>{notice.text}</Notice>}
        <div className="relative min-h-48">
          {!ready && <Waiting />}
          <PaymentElement
            options={elementOptions}
            onReady={() => setReady(true)}
            onLoadError={() => {
              onClose();
              toastUnavailable();
            }}
          />
        </div>
        {!user && <ReceiptField value={email} onChange={setEmail} />}
      </div>
      <div className={footClass}>
        <Button variant="quiet" disabled={isPaying} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={isPaying} busyLabel="Processing...">
          {`Donate £${amount}`}
        </Button>
      </div>
    </form>
  );
}

const Waiting = () => (
  <div
    role="status"
    aria-label="Loading the payment form"
    className="absolute inset-0 flex flex-col gap-4"
  >
    <Skeleton className="h-16" />
    <Skeleton className="h-12" />
    <Skeleton className="h-12 w-1/2" />
  </div>
);

interface ReceiptFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Asks visitors for an email address; members get the receipt at their own. */
function ReceiptField({ value, onChange }: ReceiptFieldProps) {
  const ifMailed = useIfMailed();
  return (
    <InputField
      label="Email"
      optional
      hint={`${ifMailed("We'll send your receipt here. ", 'We keep your receipt until this site can send email. ')}We won't use it for anything else.`}
      type="email"
      autoComplete="email"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface PaymentInput {
  stripe: Stripe;
  elements: StripeElements;
  email: string;
}

const failureToast = (description: string) =>
  ({ tone: 'danger', title: 'Payment Failed', description }) as const;

const oneMoreStep =
  "Your bank asks you to confirm this payment in its app or on its page. You won't be charged until you do.";

/** Pays and reports the outcome. Only the status `succeeded` is a success. */
function usePaying({ amount, returnTo, ...props }: PaymentFormProps) {
  const [notice, setNotice] = useState<{ tone: 'danger' | 'accent'; text: string }>();
  const fail = (description: string) => {
    setNotice({ tone: 'danger', text: description });
    toast(failureToast(description));
  };
  const { mutate, isPending } = useMutation({
    // The result contains the client secret, so the cache drops it with the form.
    gcTime: 0,
    mutationFn: ({ stripe, elements, email }: PaymentInput) => {
      props.onBusyChange(true);
      setNotice(undefined);
      saveAmount(amount);
      return stripe.confirmPayment({
        elements,
        redirect: 'if_required',
        confirmParams: {
          return_url: new URL(returnTo, window.location.href).href,
          ...(email && { payment_method_data: { billing_details: { email } } }),
        },
      });
    },
    onSuccess: (result) => {
      const status = statusOf(result);
      if (status === 'succeeded') props.onSucceeded();
      else if (status === 'processing') props.onProcessing();
      else if (status === 'requires_action') setNotice({ tone: 'accent', text: oneMoreStep });
      else fail(result.error?.message ?? 'Please check your card details and try again.');
    },
    onError: () => fail('Something went wrong. Please try again.'),
    onSettled: () => props.onBusyChange(false),
  });
  return { pay: mutate, isPaying: isPending, notice };
}

/**
 * Returns the payment's status. A repeated try is refused if the payment went through already, so
 * the status in the error counts.
 */
function statusOf({ paymentIntent, error }: PaymentIntentResult) {
  if (paymentIntent) return paymentIntent.status;
  const status = error.payment_intent?.status;
  return status === 'succeeded' || status === 'processing' ? status : undefined;
}
