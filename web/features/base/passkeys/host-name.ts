import { useSite } from '#web/platform/site.tsx';

/** Tells whether the site's address is a name, as passkeys need, and not only numbers. */
export function useHasHostName(): boolean {
  const { hostname } = new URL(useSite().origin);
  return !/^[\d.]+$|^\[/.test(hostname);
}
