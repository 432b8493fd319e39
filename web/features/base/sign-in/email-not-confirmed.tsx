import { useSite } from '#web/platform/site.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResendConfirmation } from './resend-confirmation.tsx';

interface EmailNotConfirmedProps {
  /** A sentence that says what the member misses until they confirm. */
  consequence: string;
  className?: string | undefined;
}

/**
 * Warns members who haven't confirmed their address. Emails to them only say that something is
 * waiting. Where no email leaves the site, nobody can confirm, and nothing is missed.
 */
export default function EmailNotConfirmed({ consequence, className }: EmailNotConfirmedProps) {
  const { mailLeaves } = useSite();
  if (!mailLeaves) return null;
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
