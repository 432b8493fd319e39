import { Link } from 'wouter';
import { buttonClass, type ButtonLook } from './button.tsx';

interface ButtonLinkProps extends ButtonLook {
  href: string;
  label: string;
  /** Where many links of a page have the same label. */
  'aria-label'?: string | undefined;
}

/** A link that looks like a button. */
export const ButtonLink = ({ variant, size, block, label, ...link }: ButtonLinkProps) => (
  <Link {...link} className={buttonClass({ variant, size, block })}>
    {label}
  </Link>
);
