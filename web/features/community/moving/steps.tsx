import type { ReactNode } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Check } from '#web/ui/icons.tsx';
import { useStored } from '#web/ui/use-stored.ts';

interface StepData {
  title: string;
  content: ReactNode;
}

interface StepsProps {
  groupId: number;
  steps: readonly StepData[];
}

/** Steps that an organiser ticks off. The browser remembers them, and ticked ones are closed. */
export function Steps({ groupId, steps }: StepsProps) {
  const [stored, store] = useStored(`moving:${groupId}`);
  const done = new Set(stored?.split(',').filter(Boolean).map(Number));
  const tick = (number: number, isDone: boolean) => {
    const others = [...done].filter((each) => each !== number);
    store((isDone ? [...others, number] : others).join());
  };
  return (
    <>
      <p role="status" className="mb-6 font-semibold empty:hidden">
        {done.size > 0 && `${done.size} of ${steps.length} done`}
      </p>
      <ol className="flex max-w-3xl flex-col">
        {steps.map(({ title, content }, index) => (
          <Step
            key={title}
            title={`${index + 1}. ${title}`}
            isDone={done.has(index + 1)}
            onTick={(isDone) => tick(index + 1, isDone)}
          >
            {content}
          </Step>
        ))}
      </ol>
    </>
  );
}

interface StepProps {
  title: string;
  isDone: boolean;
  onTick: (isDone: boolean) => void;
  children: ReactNode;
}

const Step = ({ title, isDone, onTick, children }: StepProps) => (
  <li className="border-t border-line py-8 first:border-t-0 first:pt-0">
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <h2 className="text-2xl">{title}</h2>
      {isDone && (
        <Badge tone="good" icon={<Check />}>
          Done
        </Badge>
      )}
      <Button
        size="sm"
        variant="ghost"
        className="needs-script ml-auto"
        aria-label={isDone ? `Show again: ${title}` : `Mark as done: ${title}`}
        onClick={() => onTick(!isDone)}
      >
        {isDone ? 'Show again' : 'Mark as done'}
      </Button>
    </div>
    {!isDone && <div className="mt-2">{children}</div>}
  </li>
);
