import { retriedAddress } from '#contract/base/form-words.ts';
import { call } from '#web/platform/data/api.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { CallForm } from '#web/platform/forms/call-form.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const callKey = 'DELETE /api/user/suppression';

/** Warns members whose address a mail server has refused for good, and lets them try it again. */
export default function EmailSuppressed({ email }: { email: string }) {
  const retry = useMutation({
    mutationFn: () => call(callKey),
    done: retriedAddress,
    failed: 'Nothing changed',
    fallback: 'Please try again later.',
    reload: ['/api/user'],
  });
  return (
    <Notice
      tone="danger"
      className="mt-8"
      title="Our emails can't reach you"
      action={
        <CallForm call={callKey} onSend={() => retry.mutate()}>
          <Button
            type="submit"
            variant="outline"
            size="sm"
            busy={retry.isPending}
            busyLabel="Saving..."
          >
            Try again
          </Button>
        </CallForm>
      }
    >
      The mail server says that <span className="wrap-anywhere">{email}</span> doesn’t exist, so we
      have stopped writing to it.
    </Notice>
  );
}
