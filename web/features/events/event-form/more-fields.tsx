import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { ChevronDown } from '#web/ui/icons.tsx';
import { noEvent, type EventFormOf, type EventValues } from './event-values.ts';

/** Those that tell by themselves whether anybody filled them in; others have a group's value. */
const fillable = [
  'postcode',
  'priceText',
  'onlineUrl',
  'attendeeNames',
  'asksEverybody',
  'capacity',
  'guestsAllowed',
  'rsvpClosesAt',
  'access',
] as const;

const folded: readonly string[] = [
  ...fillable,
  'placePublic',
  'inPersonToo',
  'openTo',
  'waitlistEnabled',
] satisfies (keyof EventValues)[];

const isFilled = (value: EventValues[(typeof fillable)[number]], place: number): boolean => {
  const name = fillable[place];
  if (typeof value === 'object') return Object.values(value).some((fact) => fact !== 'unknown');
  return name !== undefined && value !== noEvent[name];
};

interface MoreFieldsProps {
  form: EventFormOf;
  children: ReactNode;
}

/**
 * Folds up on phones, with fields that few need, unless something in it is filled in or refused. Where nothing
 * else is refused, the first refused field gets the focus, which it can't take while it is hidden.
 */
export function MoreFields({ form, children }: MoreFieldsProps) {
  const { control, setFocus } = form;
  const details = useRef<HTMLDetailsElement>(null);
  const hasContent = useWatch({ control, name: fillable }).some(isFilled);
  const { errors } = useFormState({ control });
  const names = Object.keys(errors);
  const wrong = names.filter((name) => folded.includes(name));
  const first = wrong.length === names.length ? wrong[0] : undefined;
  const isOpen = hasContent || wrong.length > 0;
  // Opened once: it stays as the member leaves it, also when they empty its last field.
  useLayoutEffect(() => {
    const hasTarget = details.current?.querySelector(':target, [id="getting-in"]');
    if (details.current && (isOpen || (hasTarget && window.location.hash === '#getting-in')))
      details.current.open = true;
  }, [isOpen]);
  useEffect(() => {
    if (first !== undefined) setFocus(first as keyof EventValues);
  }, [first, setFocus]);
  return (
    <details ref={details} open={import.meta.env.SSR ? isOpen : undefined} className="more-fields">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 rounded-card border-2 border-edge bg-card px-4 py-2 font-semibold">
        <span>
          More <span className="font-normal text-muted">(places, price, access, online)</span>
        </span>
        <ChevronDown className="size-5 shrink-0" />
      </summary>
      <div className="flex flex-col gap-6 max-sm:pt-6">{children}</div>
    </details>
  );
}
