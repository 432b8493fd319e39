export const fullName = (person: { firstName: string; lastName: string | null }) =>
  [person.firstName, person.lastName].filter(Boolean).join(' ');
