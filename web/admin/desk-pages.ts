interface DeskPage {
  href: string;
  label: string;
}

/** Pages of the desk beside its tabs. */
export const deskPages: readonly DeskPage[] = [];
