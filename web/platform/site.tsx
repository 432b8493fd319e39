import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { Flash } from '#contract/platform/flash.ts';
import type { Registration } from '#contract/base/settings.ts';

/** The operator's name for the site, and its contact addresses. */
export interface Site {
  name: string;
  supportEmail: string;
  /** The payment provider's public key; null where no donations can be taken. */
  paymentKey: string | null;
  /** The announcement on every page; blank for none. */
  banner: string;
  /** The people who may sign up. */
  registration: Registration;
  /** How old somebody has to be to sign up. */
  minimumAge: number;
  /** Whether a new group waits for an admin's approval. */
  groupApproval: boolean;
  /** The outside origin, for addresses that leave the site. */
  origin: string;
  /** The current year, in London. */
  year: number;
  /** Nobody looks after the site yet; told on the admins' page alone, where somebody has come to look for it. */
  adminless?: true;
  /** The outcome of the form that led to this page. */
  flash?: Flash;
}

type ChangeSite = (changes: Partial<Site>) => void;

const SiteContext = createContext<{ site: Site; change: ChangeSite } | null>(null);

export function SiteProvider({ value, children }: { value: Site; children: ReactNode }) {
  const [site, setSite] = useState(value);
  const context = useMemo(
    () => ({
      site,
      change: (changes: Partial<Site>) => setSite((old) => ({ ...old, ...changes })),
    }),
    [site],
  );
  return <SiteContext value={context}>{children}</SiteContext>;
}

function useSiteContext() {
  const context = useContext(SiteContext);
  if (!context) throw new Error('useSite needs a SiteProvider above it');
  return context;
}

export const useSite = (): Site => useSiteContext().site;

/** Shows at once what an admin has just set. */
export const useChangeSite = (): ChangeSite => useSiteContext().change;
