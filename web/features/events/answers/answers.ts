/** The answer of a member who can't come, as a button, and as it is confirmed. */
export const cannotComeWords = {
  answer: 'cant',
  label: 'Can’t come',
  said: 'Thanks for telling us you can’t make it',
} as const;

/** The two answers to whether one comes, as buttons, and as they are confirmed. */
export const answerChoices = [
  { answer: 'going', label: 'Coming', said: 'You’re coming' },
  cannotComeWords,
] as const;
