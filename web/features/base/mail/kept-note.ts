import { useSite } from '#web/platform/site.tsx';

/** Says what becomes of an email that was kept. */
export const useKeptNote = (): string =>
  useSite().publicDemo
    ? 'Kept: no email leaves this demonstration'
    : 'Kept, goes once this site can send email';
