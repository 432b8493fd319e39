import { useEffect } from 'react';
import { holdUnsaved, mayLeave, staysAt, type Scope } from './leaving.ts';
import { isPlainClick } from './plain-click.ts';

/** The link of this site that a plain click would follow in this tab. */
function followed(event: MouseEvent): HTMLAnchorElement | null {
  if (!isPlainClick(event)) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link?.href && link.target !== '_blank' && !link.hasAttribute('download') ? link : null;
}

/** Asks once before what was typed is left behind: by a link, by Back, by a reload, and wherever `mayLeave` is asked. */
export function useUnsavedGuard(unsaved: boolean, scope: Scope = 'address'): void {
  useEffect(() => {
    if (!unsaved) return;
    const release = holdUnsaved(scope);
    const beforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const beforeFollowing = (event: MouseEvent) => {
      const link = followed(event);
      if (!link || (scope === 'path' && staysAt(link)) || mayLeave()) return;
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
