import { capitalise } from '#contract/platform/counted.ts';
import { Link } from 'wouter';
import { accessFacts } from '#contract/events/venue/access-facts.ts';
import { accessWords } from '#contract/events/venue/access-words.ts';
import type { Event } from '#contract/events/events.ts';
import { paths, signIn } from '#contract/platform/paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { Check, Cross } from '#web/ui/icons.tsx';

/** How people get in: what there is, what there isn't, and whom to ask about the rest. */
export default function GettingIn({ event }: { event: Event }) {
  const facts = (known: string) => accessFacts.filter((fact) => event.access[fact] === known);
  const [yes, no, unknown] = [facts('yes'), facts('no'), facts('unknown')];
  const { user } = useUser();
  const write = `${paths.group(event.group.id)}#write`;
  return (
    <div data-getting-in="">
      {yes.length + no.length > 0 && (
        <ul className="mb-2 grid gap-1 text-ink">
          {yes.map((fact) => (
            <li key={fact} className="flex gap-2">
              <Check className="mt-0.5 size-5 shrink-0 text-accent-ink" />
              {accessWords[fact].yes}
            </li>
          ))}
          {no.map((fact) => (
            <li key={fact} className="flex gap-2">
              <Cross className="mt-0.5 size-5 shrink-0 text-muted" />
              {accessWords[fact].no}
            </li>
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <>
          <p>
            Not known:{' '}
            <Link href={user ? write : signIn(write)} className="link">
              ask the organisers
            </Link>
          </p>
          {unknown.length < accessFacts.length && (
            <details className="mt-1 text-sm">
              <summary className="w-fit cursor-pointer py-1">What isn’t known</summary>
              {capitalise(listOf(unknown))}
            </details>
          )}
        </>
      )}
    </div>
  );
}

const listOf = (facts: (typeof accessFacts)[number][]) =>
  facts.map((fact) => lowerFirst(accessWords[fact].label)).join(', ');

/** 'hearing loop', but 'British Sign Language'. */
const lowerFirst = (label: string) =>
  /^(British|Changing|Blue)/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
