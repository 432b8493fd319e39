import type { Person } from '#contract/events/household.ts';

/** The number of the adult who brings children, to call in one press. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`} className="link inline-flex min-h-6 text-sm">
    {phone}
  </a>
);

/**
 * Names the people of an RSVP to organisers, with the notes about children; two may have one name.
 */
export const People = ({ who }: { who: Person[] }) => (
  <ul className="text-sm">
    {Array.from(who, ({ firstName, note }, place) => (
      <li key={place} dir="auto" className="wrap-anywhere">
        {firstName}
        {note && <span className="text-muted">: {note}</span>}
      </li>
    ))}
  </ul>
);
