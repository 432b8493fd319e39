import { logInAgain, paths, withNext } from '#contract/platform/paths.ts';
import { failureOf, type ApiError } from './api.ts';
import { toast, type ToastOptions } from '#web/ui/toast.ts';

/** Shows a failed call in a toast, with the server's message if it refused, else the fallback. */
export function toastFailure(title: string, error: unknown, fallback?: string): void {
  const failure = failureOf(error);
  const refused = failure.status !== undefined && failure.status < 500;
  toast({
    tone: 'danger',
    title,
    description: (refused ? failure.reason : undefined) ?? fallback,
    action: actionFor(failure),
  });
}

/** Links to the page that solves the refusal and leads back here. */
function actionFor({ code }: Partial<ApiError>): ToastOptions['action'] {
  const here = window.location.pathname + window.location.search;
  if (code === 'profile_incomplete') {
    return { label: 'Complete your profile', href: withNext(paths.completeProfile, here) };
  }
  if (code === 'sign_in_required' && !window.location.pathname.startsWith(paths.auth)) {
    return { label: 'Log In', href: logInAgain(here) };
  }
  return undefined;
}
