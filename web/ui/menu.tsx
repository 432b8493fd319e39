import * as Radix from 'radix-ui/dropdown-menu';
import { useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import { Dots } from './icons.tsx';
import { dismissToasts } from './toast.ts';

interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** For actions that can't be undone. */
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Why it does nothing here; it can still be reached, so that the reason is read. */
  note?: string | undefined;
}

export type MenuItem = MenuEntry & ({ href: string } | { onSelect: () => void });

interface MenuProps {
  /** The menu's accessible name, and its button's if that shows only dots: "Actions for Ada". */
  label: string;
  items: readonly MenuItem[];
  /** The button's content instead of dots. */
  children?: ReactNode;
}

const rowClass =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-3 py-2 font-semibold no-underline outline-none select-none ' +
  'data-highlighted:outline-2 data-highlighted:-outline-offset-2 data-highlighted:outline-focus ' +
  'data-disabled:cursor-not-allowed data-disabled:text-muted [&>svg]:size-5 [&>svg]:shrink-0';

const rowTone = (danger = false) =>
  danger
    ? 'text-danger-ink data-highlighted:bg-danger-soft'
    : 'text-ink data-highlighted:bg-sunken';

/** A non-modal menu beside its button, so that the page stays visible to screen readers. */
export function Menu({ label, items, children }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const chosen = useRef<() => void>(undefined);
  return (
    <Radix.Root
      modal={false}
      onOpenChange={(open) => {
        if (open) dismissToasts();
      }}
    >
      <Radix.Trigger
        ref={trigger}
        aria-label={children == null ? label : undefined}
        className={cx(
          buttonClass({ variant: children == null ? 'ghost' : 'outline' }),
          children == null && 'size-11 px-0!',
        )}
      >
        {children ?? <Dots />}
      </Radix.Trigger>
      <Radix.Content
        align="end"
        sideOffset={4}
        collisionPadding={8}
        aria-label={label}
        // Runs the action once the focus is back on the button, so that a dialog can restore it
        // there.
        onCloseAutoFocus={(event) => {
          const action = chosen.current;
          chosen.current = undefined;
          if (!action) return;
          event.preventDefault();
          trigger.current?.focus();
          action();
        }}
        className="z-60 min-w-52 max-w-[calc(100vw-1rem)] rounded-card border border-line bg-card p-1.5 text-ink shadow-lift dark:border-edge animate-[rise_140ms_ease-out]"
      >
        {items.map((item) => (
          <MenuRow
            key={item.label}
            item={item}
            onChoose={(action) => {
              chosen.current = action;
            }}
          />
        ))}
      </Radix.Content>
    </Radix.Root>
  );
}

interface MenuRowProps {
  item: MenuItem;
  onChoose: (action: () => void) => void;
}

function MenuRow({ item, onChoose }: MenuRowProps) {
  const { label, icon, danger, disabled = false } = item;
  const shared = { disabled, className: cx(rowClass, rowTone(danger)) };
  if ('href' in item) {
    return (
      <Radix.Item asChild {...shared}>
        <Link href={item.href}>
          {icon}
          {label}
        </Link>
      </Radix.Item>
    );
  }
  if (item.note !== undefined) {
    return (
      <Radix.Item
        aria-disabled
        className={cx(rowClass, 'max-w-72 text-muted')}
        onSelect={(event) => event.preventDefault()}
      >
        {icon}
        <span className="min-w-0">
          {label} <span className="block text-sm font-normal">{item.note}</span>
        </span>
      </Radix.Item>
    );
  }
  return (
    <Radix.Item {...shared} onSelect={() => onChoose(item.onSelect)}>
      {icon}
      {label}
    </Radix.Item>
  );
}
