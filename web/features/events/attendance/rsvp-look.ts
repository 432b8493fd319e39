/** Button props shared by all RSVP states. */
export const rsvpLook = { size: 'lg', block: true } as const;
