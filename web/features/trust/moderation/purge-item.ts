import type { MenuItem } from '#web/ui/menu.tsx';

/** What a menu offers about who wrote something, where the server says that it may. */
export const cleanUpItem = (can: boolean | undefined, onSelect: () => void): MenuItem[] =>
  can ? [{ label: 'Clean up spam…', danger: true, onSelect }] : [];
