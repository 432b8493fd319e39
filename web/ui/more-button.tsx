import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface MoreButtonProps {
  label: string;
  busy: boolean;
  onMore: () => void;
  className?: string | undefined;
}

/** Goes on with a list that no address of its own leads further into. */
export const MoreButton = ({ label, busy, onMore, className }: MoreButtonProps) => (
  <p className={cx('flex justify-center', className)}>
    <Button variant="outline" busy={busy} busyLabel="Loading..." onClick={onMore}>
      {label}
    </Button>
  </p>
);
