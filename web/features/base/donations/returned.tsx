import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Notice } from '#web/ui/notice.tsx';

export type ReturnStatus = 'succeeded' | 'failed' | 'pending';

/**
 * Reads a payment's outcome from the address that the provider returns donors to; undefined for any
 * other address.
 */
export function statusIn(search: URLSearchParams): ReturnStatus | undefined {
  const status = search.get('redirect_status');
  if (!status) return undefined;
  return status === 'succeeded' || status === 'failed' ? status : 'pending';
}

/** Takes what is confidential out of the address that a donor has come back to, and might share. */
export function useCleanAddress(): void {
  const [path, navigate] = useLocation();
  const given = useSearch();
  useEffect(() => {
    const search = new URLSearchParams(given);
    const before = search.size;
    for (const name of ['payment_intent', 'payment_intent_client_secret']) search.delete(name);
    if (search.size < before) navigate(`${path}?${search}`, { replace: true });
  }, [path, given, navigate]);
}

export const Pending = () => (
  <Notice tone="accent" title="Payment in progress" className="mb-8">
    Your bank is still working on this payment. There is nothing more for you to do: your donation
    counts once the money has arrived.
  </Notice>
);
