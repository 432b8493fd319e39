import { useSearch } from 'wouter';

/** Returns the token of the invitation link that led here, as a query of the join call. */
export function useInvitation(): { invitation?: string } {
  const invitation = new URLSearchParams(useSearch()).get('invitation');
  return invitation ? { invitation } : {};
}
