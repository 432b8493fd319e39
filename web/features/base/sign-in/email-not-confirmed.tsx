import { Notice } from '#web/ui/notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface EmailNotConfirmedProps {
  /** A sentence on what the member misses until they confirm. */
  consequence: string;
  className?: string | undefined;
}

/**
 * Shows where a member would miss emails: until they confirm their address, emails to it only say
 * that something is waiting.
 */
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
