import { Notice } from '#web/ui/notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface EmailNotConfirmedProps {
  /** A sentence that says what the member misses until they confirm. */
  consequence: string;
  className?: string | undefined;
}

/**
 * Warns members who haven't confirmed their address. Emails to them only say that something is
 * waiting.
 */
export default function EmailNotConfirmed({ consequence, className }: EmailNotConfirmedProps) {
  return (
    <Notice
      tone="accent"
      className={className}
      title="Your email address isn't confirmed yet"
      action={<ResendConfirmation label="Send again" variant="outline" size="sm" />}
    >
      {consequence} Use the link we sent you.
    </Notice>
  );
}
