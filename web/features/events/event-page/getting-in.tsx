import { capitalise } from '#contract/platform/counted.ts';
import { Link } from 'wouter';
import { accessFacts } from '#contract/events/venue/access-facts.ts';
import { accessWords } from '#contract/events/venue/access-words.ts';
import type { Event } from '#contract/events/events.ts';
import { paths, signIn } from '#contract/platform/paths.ts';
import { editEventPath } from '#web/features/events/events/event-paths.ts';
import { useUser } from '#web/features/base/sign-in/use-user.ts';
import { lazyPart, whenReached } from '#web/platform/router/lazy-part.tsx';
import { Check, Cross } from '#web/ui/icons.tsx';

const AskOrganisers = lazyPart(
  () => import('#web/features/events/guests/ask-organisers.tsx'),
  undefined,
  whenReached('[data-ask-organisers]'),
);

/** How people get in: what there is, what there isn't, and whom to ask about the rest. */
export default function GettingIn({ event }: { event: Event }) {
  const facts = (known: string) => accessFacts.filter((fact) => event.access[fact] === known);
  const [yes, no, unknown] = [facts('yes'), facts('no'), facts('unknown')];
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
          <Unknown event={event} />
          {unknown.length < accessFacts.length && (
            <details className="mt-1 text-sm">
              <summary className="w-fit cursor-pointer py-1">What we don’t know yet</summary>
              {capitalise(listOf(unknown))}
            </details>
          )}
        </>
      )}
    </div>
  );
}

/** Leads editors of the event to say what they know, and everybody else to ask its organisers. */
function Unknown({ event }: { event: Event }) {
  const { user } = useUser();
  if (event.can.edit) {
    return (
      <p>
        Not known:{' '}
        <Link href={`${editEventPath(event.id)}#getting-in`} className="link">
          Say what you know
        </Link>
      </p>
    );
  }
  if (event.membership?.isOrganizer) return <p>Not known</p>;
  if (event.can.ask) return <AskOrganisers eventId={event.id} />;
  const write = `${paths.group(event.group.id)}#write`;
  return (
    <p>
      Not known:{' '}
      <Link href={user ? write : signIn(write)} className="link">
        ask the organisers
      </Link>
    </p>
  );
}

const listOf = (facts: (typeof accessFacts)[number][]) =>
  facts.map((fact) => lowerFirst(accessWords[fact].label)).join(', ');

/** 'hearing loop', but 'British Sign Language'. */
const lowerFirst = (label: string) =>
  /^(British|Changing|Blue)/.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);
