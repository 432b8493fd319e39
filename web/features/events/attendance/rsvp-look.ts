/** The look of the button in all its states. */
export const rsvpLook = { size: 'lg', block: true } as const;
