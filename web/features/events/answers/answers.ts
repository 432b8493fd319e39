/** The two answers to whether one comes, as buttons, and as they are confirmed. */
export const answerChoices = [
  { answer: 'going', label: 'Coming', said: 'You’re coming' },
  { answer: 'cant', label: 'Can’t come', said: 'You can’t come' },
] as const;
