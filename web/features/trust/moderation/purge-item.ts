import { useClosedReason } from '#web/platform/forms/open-button.tsx';
import type { MenuItem } from '#web/ui/menu.tsx';

/** Returns how to make the menu item that purges an author, where the server allows it. */
export function useCleanUpItem() {
  const note = useClosedReason()('POST /api/admin/users/:id/cleanup');
  return (can: boolean | undefined, onSelect: () => void): MenuItem[] =>
    can ? [{ label: 'Clean up spam…', danger: true, note, onSelect }] : [];
}
