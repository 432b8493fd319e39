import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { Flash } from '#contract/platform/flash.ts';
import type { Registration } from '#contract/base/settings.ts';

/** The site's name, contact address and settings. */
export interface Site {
  name: string;
  supportEmail: string;
  /** The payment provider's public key; null if the site takes no donations. */
  paymentKey: string | null;
  /** The announcement on every page; empty for none. */
  banner: string;
  /** Whether anyone can sign up, or only people with an invitation. */
  registration: Registration;
  /** The minimum age to sign up. */
  minimumAge: number;
  /** True if new groups need an admin's approval. */
  groupApproval: boolean;
  /** The town or area that the site is for; blank for none. */
  town: string;
  /** The uploaded picture in the place of the mark; null for the mark. */
  logoUrl: string | null;
  /** A picture for the home page; null for the drawings. */
  pictureUrl: string | null;
  /** The public origin, for absolute links. */
  origin: string;
  /** The current year, in London. */
  year: number;
  /** True if the site has no admin yet. Sent only to the admin page. */
  adminless?: true;
  /** False where emails are kept for admins to read: no sentence promises one there. */
  mailLeaves: boolean;
  /** True on a demonstration on the web, where anybody signs in by one press. */
  publicDemo?: true;
  /** Somebody has just logged in with a password, and could have a passkey on this device. */
  offersPasskey?: boolean;
  /** The line that the licence of the operator's postcodes asks for. */
  postcodeSource?: string | undefined;
  /** The event whose door a helper's link opens. Sent only to the page behind the link. */
  doorEvent?: number;
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

/** Picks between a sentence that speaks of an email and one for a site that sends none. */
export type IfMailed = (sentence: string, otherwise?: string) => string;

/** Every sentence that speaks of an email goes through this. */
export function useIfMailed(): IfMailed {
  const { mailLeaves } = useSite();
  return (sentence, otherwise = '') => (mailLeaves ? sentence : otherwise);
}

/** Tells whether people can come without an account: a public demonstration shows them the link. */
export function useTakesGuests(): boolean {
  const { mailLeaves, publicDemo } = useSite();
  return mailLeaves || publicDemo === true;
}

/** Returns a function that applies new settings at once. */
export const useChangeSite = (): ChangeSite => useSiteContext().change;
