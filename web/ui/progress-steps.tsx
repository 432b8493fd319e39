import { cx } from './cx.ts';
import { Check } from './icons.tsx';

interface ProgressStepsProps {
  /** The accessible name of the list of steps. */
  label: string;
  steps: readonly string[];
  /** The index of the current step, from 0. */
  current: number;
  className?: string | undefined;
}

/** Shows progress through a task of several screens. */
export function ProgressSteps({ label, steps, current, className }: ProgressStepsProps) {
  return (
    <ol
      aria-label={label}
      className={cx('flex gap-2 font-display font-semibold sm:gap-3', className)}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cx(
            'flex min-w-0 grow basis-0 flex-col gap-2 border-t-4 pt-2 leading-tight',
            index < current && 'border-primary text-primary',
            index === current && 'border-accent text-ink',
            index > current && 'border-line text-muted',
          )}
        >
          <span className="flex items-start gap-1.5 text-sm sm:text-base">
            {index < current ? (
              <Check className="mt-[0.1em] size-[1.1em]" />
            ) : (
              <span className="tabular-nums">{index + 1}</span>
            )}
            <span className="min-w-0">{step}</span>
            {index < current && <span className="sr-only">, done</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
