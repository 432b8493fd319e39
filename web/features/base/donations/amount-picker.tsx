import { useId } from 'react';
import { useSite } from '#web/platform/site.tsx';
import { cx } from '#web/ui/cx.ts';
import type { Tier } from './tiers.ts';

interface AmountPickerProps {
  legend: string;
  hint?: string;
  optional?: boolean;
  tiers: readonly Tier[];
  amount: number | undefined;
  /** Called with undefined when the chosen amount is pressed again. */
  onChange: (amount: number | undefined) => void;
  /** Says so where the site takes no donations; false where the page has said it. */
  explainsClosed?: boolean;
}

export function AmountPicker({
  legend,
  hint,
  optional = false,
  tiers,
  amount,
  onChange,
  explainsClosed = true,
}: AmountPickerProps) {
  const { name, paymentKey } = useSite();
  const id = useId();
  const [hintId, closedId] = [`${id}-hint`, `${id}-closed`];
  const isClosed = explainsClosed && paymentKey === null;
  return (
    <fieldset
      aria-describedby={cx(hint && hintId, isClosed && closedId) || undefined}
      className="min-w-0"
    >
      <legend className="mb-1 font-semibold">
        {legend}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      {hint && (
        <p id={hintId} className="mb-3 text-sm text-muted">
          {hint}
        </p>
      )}
      {isClosed && (
        <p id={closedId} className="mb-3 text-sm text-muted">
          {name} can't take donations yet. You won't be charged, whatever you choose.
        </p>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(max(7rem,40%),1fr))] gap-3">
        {tiers.map((tier) => (
          <TierButton
            key={tier.amount}
            tier={tier}
            chosen={tier.amount === amount}
            onPress={() => onChange(tier.amount === amount ? undefined : tier.amount)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function TierButton({
  tier,
  chosen,
  onPress,
}: {
  tier: Tier;
  chosen: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={onPress}
      className={cx(
        'flex min-h-18 flex-col items-start rounded-card border-2 px-4 py-3 text-left colour-fade hover:border-ink',
        chosen ? 'border-primary bg-primary-soft' : 'border-edge bg-card',
      )}
    >
      <span className="font-display text-2xl font-extrabold tabular-nums">£{tier.amount}</span>{' '}
      <span className="font-semibold">{tier.label}</span>{' '}
      {tier.description && (
        <span className="text-sm text-balance text-muted">{tier.description}</span>
      )}
    </button>
  );
}
