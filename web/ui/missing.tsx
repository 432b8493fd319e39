import { ButtonLink } from './button-link.tsx';
import { EmptyState } from './empty-state.tsx';

interface MissingProps {
  title: string;
  hint: string;
  /** The link's target. */
  href: string;
  label: string;
  className?: string;
}

/** A whole page for missing content. */
export const Missing = ({ title, hint, href, label, className = 'py-24' }: MissingProps) => (
  <EmptyState
    as="h1"
    className={className}
    title={title}
    hint={hint}
    actions={<ButtonLink href={href} label={label} />}
  />
);
