import { Notice } from '#web/ui/notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface EmailNotConfirmedProps {
  /** A sentence on what the member misses until they confirm. */
  consequence: string;
  className?: string | undefined;
}

/** Told where mail would be missed: an address that nobody has confirmed is told only that something is waiting. */
export default function EmailNotConfirmed({ consequence, className }: EmailNotConfirmedProps) {
  return (
    <Notice
      tone="accent"
      className={className}
      title="Your email address isn't confirmed yet"
      action={<ResendConfirmation label="Send again" variant="outline" size="sm" />}
    >
      {consequence} Press the link in the mail we sent you.
    </Notice>
  );
}
