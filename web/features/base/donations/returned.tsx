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

/** Removes the payment's secret from the URL, which the donor might share. */
export function useCleanAddress(): void {
  const [path, navigate] = useLocation();
  const queryString = useSearch();
  useEffect(() => {
    const search = new URLSearchParams(queryString);
    const before = search.size;
    for (const name of ['payment_intent', 'payment_intent_client_secret']) search.delete(name);
    if (search.size < before) navigate(`${path}?${search}`, { replace: true });
  }, [path, queryString, navigate]);
}

export const Pending = () => (
  <Notice tone="accent" title="Payment in progress" className="mb-8">
    Your bank is still processing this payment. You don't need to do anything else. Your donation
    counts once the money arrives.
  </Notice>
);
