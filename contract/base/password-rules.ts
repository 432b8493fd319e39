/** The rules of a new password, each with its own message. */
export const passwordRules: readonly { message: string; holds: (password: string) => boolean }[] = [
  {
    message: 'Password must be at least 8 characters',
    holds: (password) => [...password].length >= 8,
  },
  { message: 'Password must contain a letter', holds: (password) => /\p{L}/u.test(password) },
  { message: 'Password must contain a number', holds: (password) => /\d/.test(password) },
  {
    message: 'Password must contain a special character',
    holds: (password) => /[^\p{L}\p{N}\s]/u.test(password),
  },
];
