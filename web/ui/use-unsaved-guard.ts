import { useEffect } from 'react';
import { isPlainClick } from './plain-click.ts';

const question = 'Leave this page? What you have changed is not saved yet.';

/** The link of this site that a plain click would follow in this tab. */
function followed(event: MouseEvent): HTMLAnchorElement | null {
  if (!isPlainClick(event)) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link?.href && link.target !== '_blank' && !link.hasAttribute('download') ? link : null;
}

/** Asks once before what was typed is lost, for forms that keep no draft. */
export function useUnsavedGuard(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const beforeFollowing = (event: MouseEvent) => {
      if (!followed(event) || window.confirm(question)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('beforeunload', beforeUnload);
    document.addEventListener('click', beforeFollowing, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', beforeFollowing, { capture: true });
    };
  }, [unsaved]);
}
