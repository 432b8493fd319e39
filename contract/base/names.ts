interface Name {
  firstName: string;
  lastName: string | null;
}

/** Returns a person's first and last name. */
export const fullName = ({ firstName, lastName }: Name): string =>
  [firstName, lastName].filter(Boolean).join(' ');

/** A person by name, as admins see them. */
export const namedPerson = (person: (Name & { id: string }) | null) =>
  person && { id: person.id, name: fullName(person) };
