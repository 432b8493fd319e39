import { cx } from './cx.ts';
import { Modal, type DialogProps } from './dialog.tsx';

const panel =
  'fixed inset-y-0 z-50 flex w-[calc(100%-3rem)] max-w-md flex-col short:block short:overflow-y-auto bg-card text-ink shadow-lift outline-none forced-colors:border';

const sides = {
  left: 'left-0 rounded-r-card animate-[from-left_160ms_ease-out]',
  right: 'right-0 rounded-l-card animate-[from-right_160ms_ease-out]',
};

interface DrawerProps extends DialogProps {
  side?: keyof typeof sides | undefined;
}

/**
 * A panel at the side for content that accompanies the page, such as filters or a row's details.
 */
export const Drawer = ({ side = 'right', className, ...rest }: DrawerProps) => (
  <Modal {...rest} className={cx(panel, sides[side], className)} bodyClassName="grow" />
);
