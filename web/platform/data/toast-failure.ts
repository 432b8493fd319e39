import { logInAgain, paths, withNext } from '#contract/platform/paths.ts';
import { failureOf, type ApiError } from './api.ts';
import { toast, type ToastOptions } from '#web/ui/toast.ts';

/** Tells of a failed call: a refusal in the server's own sentence, all else in the fallback's. */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  const failure = failureOf(error);
  const refused = failure.status !== undefined && failure.status < 500;
  toast({
    tone: 'danger',
    title,
    description: (refused ? failure.reason : undefined) ?? fallback,
    action: wayOut(failure),
  });
}

/** Where the visitor can go to be let through, and come back from. */
function wayOut({ code }: Partial<ApiError>): ToastOptions['action'] {
  const here = window.location.pathname + window.location.search;
  if (code === 'profile_incomplete') {
    return { label: 'Complete your profile', href: withNext(paths.completeProfile, here) };
  }
  if (code === 'sign_in_required' && !window.location.pathname.startsWith(paths.auth)) {
    return { label: 'Log In', href: logInAgain(here) };
  }
  return undefined;
}
