import { useSite } from '#web/platform/site.tsx';

/** Says what becomes of an email that was kept. */
export const useKeptNote = (): string =>
  useSite().publicDemo
    ? 'Kept: no email leaves this demonstration'
    : 'Kept, goes once this site can send email';

/** Says the same of all emails, where none leaves; '' where they do. */
export function useKeptSentence(): string {
  const { mailLeaves, publicDemo } = useSite();
  if (mailLeaves) return '';
  return publicDemo
    ? ' No email leaves this demonstration.'
    : ' They are kept, and go once this site can send email.';
}
