/** The sections of the settings in order, with their titles in the list of links. */
export const settingsSections = {
  'seen-by-others': 'Who sees what',
  'mail-preferences': 'Email and notifications',
  device: 'This device',
  household: 'Your household',
  'signing-in': 'Signing in',
  passkeys: 'Passkeys',
  'two-step': 'Two-step sign-in',
  sessions: "Where you're signed in",
  tokens: 'Access tokens',
  blocked: "People you've blocked",
  'own-reports': 'Your reports',
  donations: 'Donations',
  'your-data': 'Your data',
  leave: 'Leave',
} as const;
