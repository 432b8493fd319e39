import type { QueryClient } from '@tanstack/react-query';
import { toast } from '#web/ui/toast.ts';
import { userQuery } from './use-user.ts';

/**
 * Handles a call refused because the session has ended. It shows a toast and reads the user again,
 * so a guarded page redirects to the sign-in screen and back. `purpose` ends the toast's sentence.
 */
export function askToSignIn(client: QueryClient, purpose: string): void {
  toast({
    tone: 'danger',
    title: 'Authentication required',
    description: `Please sign in to ${purpose}`,
  });
  void client.refetchQueries({ queryKey: userQuery().queryKey });
}
