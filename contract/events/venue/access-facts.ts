/** The facts that people need before they come, in the order in which pages show them. */
export const accessFacts = [
  'stepFreeEntrance',
  'stepFreeRoom',
  'accessibleToilet',
  'changingPlaces',
  'hearingLoop',
  'blueBadgeParking',
  'quietSpace',
  'seatsWithArms',
  'bsl',
  'captions',
  'companionFree',
  'relaxed',
  'dogs',
] as const;
export type AccessFact = (typeof accessFacts)[number];

export const factValues = ['yes', 'no', 'unknown'] as const;
export type FactValue = (typeof factValues)[number];

/** Every fact, as answers have it. */
export type Access = Record<AccessFact, FactValue>;
/** Some of the facts, as forms send them: those left out stay as they are. */
export type AccessChanges = Partial<Access>;

/** Fills in the facts that nobody has given. */
export const allFacts = (stored: AccessChanges): Access =>
  Object.fromEntries(accessFacts.map((fact) => [fact, stored[fact] ?? 'unknown'])) as Access;
