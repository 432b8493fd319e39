import { Link } from 'wouter';
import { cx } from '#web/ui/cx.ts';
import { Check, Cross } from '#web/ui/icons.tsx';

interface ChipProps {
  label: string;
  href: string;
  set?: boolean;
  /** True for a chip that shows only while its filter is set, and removes it. */
  removes?: boolean;
}

/** A link in a list that sets or removes a filter. */
export const FilterChip = ({ label, href, set = false, removes = false }: ChipProps) => (
  <li className="flex max-w-full">
    <Link
      href={href}
      replace
      aria-current={set || removes ? 'true' : undefined}
      aria-label={removes ? `${label}, remove` : undefined}
      className={cx(
        'chip',
        set || removes
          ? 'border-primary bg-primary-soft text-primary'
          : 'border-line text-ink enabled-hover:bg-primary-soft',
      )}
    >
      {set && <Check className="size-4" />}
      <span dir="auto">{label}</span>
      {removes && <Cross className="size-4" />}
    </Link>
  </li>
);
