/** The sections of the settings in their order, and what the index calls them. */
export const settingsSections = {
  'seen-by-others': 'Who sees what',
  'mail-preferences': 'Email',
  'signing-in': 'Signing in',
  'two-step': 'Two-step sign-in',
  sessions: "Where you're signed in",
  tokens: 'Access tokens',
  blocked: "People you've blocked",
  'own-reports': 'Your reports',
  donations: 'Donations',
  'your-data': 'Your data',
  leave: 'Leave',
} as const;
