import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#web/ui/toast.ts';
import { userQuery } from './use-user.ts';

/**
 * Handles a call refused because the session has ended: shows a notice and reads the signed-in
 * member again, upon which a guarded page leads to the sign-in screen and back. `purpose` ends the
 * sentence.
 */
export function askToSignIn(client: QueryClient, purpose: string): void {
  toast({
    tone: 'danger',
    title: 'Authentication required',
    description: `Please sign in to ${purpose}`,
  });
  void client.refetchQueries({ queryKey: userQuery().queryKey });
}
