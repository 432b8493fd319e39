/** The same for all states of the button. */
export const rsvpLook = { size: 'lg', block: true } as const;
