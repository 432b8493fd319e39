import { Notice } from './notice.tsx';

/** Stands on what is gone for all others. */
export const HiddenNotice = ({ className }: { className?: string }) => (
  <Notice tone="accent" className={className}>
    Hidden by the admins. Only you and they see it.
  </Notice>
);
