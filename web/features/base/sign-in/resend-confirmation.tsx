import { useSite } from '#web/platform/site.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { resendWords } from '#contract/base/form-words.ts';
import { call, failureOf } from '#web/platform/data/api.ts';
import { refresh } from '#web/platform/data/queries.ts';
import { toastFailure } from '#web/platform/data/toast-failure.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button, type ButtonLook } from '#web/ui/button.tsx';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { toast } from '#web/ui/toast.ts';

interface ResendConfirmationProps extends ButtonLook {
  label?: string;
}

/** Sends another email to confirm the member's address. */
export function ResendConfirmation({
  label = 'Send me another link',
  ...look
}: ResendConfirmationProps) {
  const client = useQueryClient();
  const { mailLeaves } = useSite();
  const resend = useMutation({
    mutationFn: () => call('POST /api/confirm-email/resend'),
    onSuccess: (answer) =>
      toast({ ...(mailLeaves && { tone: 'good' }), ...resendWords.done(answer, { mailLeaves }) }),
    onError: (error) => {
      toastFailure(resendWords.failed, error, 'Please try again later.');
      if (failureOf(error).code === 'conflict') void refresh(client, '/api/user');
    },
  });
  return (
    <CallForm call="POST /api/confirm-email/resend" onSend={() => resend.mutate()}>
      <Button {...look} type="submit" busy={resend.isPending} busyLabel="Sending...">
        {label}
      </Button>
    </CallForm>
  );
}
