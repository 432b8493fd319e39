import type { MenuItem } from '#web/ui/menu.tsx';

/** The menu item to purge an author, where the server allows it. */
export const cleanUpItem = (can: boolean | undefined, onSelect: () => void): MenuItem[] =>
  can ? [{ label: 'Clean up spam…', danger: true, onSelect }] : [];
