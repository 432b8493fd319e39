import { useEffect } from 'react';
import { markUnsaved, canLeave, isSamePlace, type Scope } from './leaving.ts';
import { isPlainClick } from './plain-click.ts';

/** Returns the link that a plain click would follow in this tab. */
function linkToFollow(event: MouseEvent): HTMLAnchorElement | null {
  if (!isPlainClick(event)) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link?.href && link.target !== '_blank' && !link.hasAttribute('download') ? link : null;
}

/**
 * Asks before unsaved text is lost by a link, by Back, by a reload or by a caller of `mayLeave`.
 */
export function useUnsavedGuard(unsaved: boolean, scope: Scope = 'address'): void {
  useEffect(() => {
    if (!unsaved) return;
    const release = markUnsaved(scope);
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const beforeFollowing = (event: MouseEvent) => {
      const link = linkToFollow(event);
      if (!link || (scope === 'path' && isSamePlace(link)) || canLeave()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('beforeunload', beforeUnload);
    document.addEventListener('click', beforeFollowing, { capture: true });
    return () => {
      release();
      window.removeEventListener('beforeunload', beforeUnload);
      document.removeEventListener('click', beforeFollowing, { capture: true });
    };
  }, [unsaved, scope]);
}
