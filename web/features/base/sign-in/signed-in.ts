import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { loginWords } from '#contract/base/form-words.ts';
import { localPath, paths } from '#contract/platform/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { resetCacheForUser } from './new-visitor.ts';

interface LogIn {
  redirectUrl: string;
  secondStep?: true | undefined;
}

/**
 * Returns a function that goes on after a log-in: to the page that asks for a code, or signed in.
 * `onSignedIn` is called with the next path before the cache has the new user.
 */
export function useContinue(onSignedIn: (destination: string) => void) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  return async ({ redirectUrl, secondStep }: LogIn) => {
    if (secondStep) return navigate(redirectUrl);
    toast({ ...loginWords.done, tone: 'good' });
    onSignedIn(localPath(redirectUrl) ?? paths.events);
    await resetCacheForUser(client);
  };
}
