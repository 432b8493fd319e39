import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { Group } from '#contract/community/groups.ts';
import { ChevronDown } from '#web/ui/icons.tsx';
import { noEvent, type EventFormOf, type EventValues } from './event-values.ts';

/** Fields that are blank unless somebody fills them in. */
const optional = [
  'imageUrl',
  'postcode',
  'priceText',
  'onlineUrl',
  'attendeeNames',
  'asksEverybody',
  'capacity',
  'guestsAllowed',
  'rsvpClosesAt',
] as const;

/** Fields that have the group's value unless somebody changes them. */
const inherited = ['categoryId', 'town', 'audience', 'openTo', 'placePublic'] as const;

const folded: readonly string[] = [
  ...optional,
  ...inherited,
  'access',
  'inPersonToo',
  'waitlistEnabled',
] satisfies (keyof EventValues)[];

/** The defaults of a group, as the form has them. */
const valuesIn = (group: Group): Pick<EventValues, (typeof inherited)[number]> => ({
  categoryId: String(group.categoryId),
  town: group.location ?? '',
  audience: group.audience,
  openTo: group.defaultOpenTo,
  placePublic: group.defaultPlacePublic,
});

/** Tells whether something was filled in that a group doesn't fill in by itself. */
function isFilled(values: EventValues, group: Group | undefined): boolean {
  const defaults = group && valuesIn(group);
  return (
    optional.some((name) => values[name] !== noEvent[name]) ||
    Object.values(values.access).some((fact) => fact !== 'unknown') ||
    inherited.some((name) => defaults && values[name] && values[name] !== defaults[name])
  );
}

interface MoreFieldsProps {
  form: EventFormOf;
  /** The event's group, once it is known. */
  group: Group | undefined;
  children: ReactNode;
}

/**
 * Folds up on phones, with fields that few need, unless something in it is filled in or refused. Where nothing
 * else is refused, the first refused field gets the focus, which it can't take while it is hidden.
 */
export function MoreFields({ form, group, children }: MoreFieldsProps) {
  const { control } = form;
  const details = useRef<HTMLDetailsElement>(null);
  const hasContent = isFilled({ ...noEvent, ...useWatch({ control }) } as EventValues, group);
  const { errors, submitCount } = useFormState({ control });
  const names = Object.keys(errors);
  const wrong = names.filter((name) => folded.includes(name));
  const isOpen = hasContent || wrong.length > 0;
  const isFirstWrong = wrong.length > 0 && wrong.length === names.length;
  const [isOpenFirst] = useState(isOpen);
  // Otherwise it stays as the member leaves it, also when they empty its last field.
  useLayoutEffect(() => {
    const part = details.current;
    const isSentHere = submitCount === 0 && window.location.hash === '#getting-in';
    if (!part || part.open || !(isOpen || isSentHere)) return;
    part.open = true;
    if (isFirstWrong) part.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [isOpen, isFirstWrong, submitCount]);
  return (
    <details ref={details} open={isOpenFirst} className="more-fields">
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-2 rounded-card border-2 border-edge bg-card px-4 py-2 font-semibold">
        <span>
          More{' '}
          <span className="font-normal text-muted">(picture, places, price, access, online)</span>
        </span>
        <ChevronDown className="size-5 shrink-0" />
      </summary>
      <div className="flex flex-col gap-6 max-sm:pt-6">{children}</div>
    </details>
  );
}
