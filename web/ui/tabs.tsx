import * as Radix from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TabItem<Value extends string = string> {
  value: Value;
  label: ReactNode;
  content: ReactNode;
  count?: number | undefined;
  /** A badge beside the label, such as a count of waiting items. */
  badge?: ReactNode;
}

interface TabsProps<Value extends string> {
  items: readonly TabItem<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** The accessible name of the tabs. */
  label: string;
  /**
   * Arrow keys only move the focus and Enter opens a tab. For tabs that load data, or ask before
   * one is left.
   */
  manual?: boolean;
  /** Returns a tab's URL, for browsers without JavaScript. */
  addressOf?: (value: Value) => string;
  /** Stands between the tabs and their content, whichever is open. */
  lead?: ReactNode;
}

export function Tabs<Value extends string>({
  items,
  value,
  onValueChange,
  label,
  manual = false,
  addressOf,
  lead,
}: TabsProps<Value>) {
  return (
    <Radix.Root
      value={value}
      activationMode={manual ? 'manual' : 'automatic'}
      onValueChange={(next) => {
        const item = items.find((each) => each.value === next);
        if (item) onValueChange(item.value);
      }}
    >
      <div className="relative after:absolute after:inset-x-0 after:bottom-0 after:-z-10 after:h-0.5 after:bg-line">
        <Radix.List
          aria-label={label}
          className={cx(
            'isolate flex gap-x-1 pt-1',
            addressOf && 'needs-script',
            manual ? 'relative overflow-x-auto' : 'flex-wrap',
          )}
        >
          {items.map((item) => (
            <Radix.Trigger
              key={item.value}
              value={item.value}
              // Radix focuses by script, so the browser would show the keyboard's focus ring on a
              // mouse press.
              onMouseDown={(event) => event.currentTarget.focus({ focusVisible: false })}
              className="tab"
            >
              {item.label}
              {item.count !== undefined && (
                <span className="rounded-card bg-sunken px-2 text-sm text-muted tabular-nums">
                  {item.count}
                </span>
              )}
              {item.badge}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {addressOf && (
          <noscript>
            <p className="flex flex-wrap gap-x-4">
              {items.map((item) => (
                <a
                  key={item.value}
                  href={addressOf(item.value)}
                  aria-current={item.value === value ? 'page' : undefined}
                  className={cx(
                    'inline-flex min-h-11 items-center font-display font-semibold',
                    item.value === value && 'underline',
                  )}
                >
                  {item.label}
                </a>
              ))}
            </p>
          </noscript>
        )}
      </div>
      {lead}
      {items.map((item) => (
        <Radix.Content key={item.value} value={item.value} className="pt-6">
          {item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
