import { createContext, useContext } from 'react';

/** What the operator calls the site, and where its people can be reached. */
export interface Site {
  name: string;
  supportEmail: string;
  /** The payment provider's public key; null where no donations can be taken. */
  paymentKey: string | null;
  /** The outside origin, for addresses that leave the site. */
  origin: string;
  /** The current year, in London. */
  year: number;
}

const SiteContext = createContext<Site | null>(null);
export const SiteProvider = SiteContext.Provider;

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('useSite needs a SiteProvider above it');
  return site;
}
