/** The words of forms that pages with script show, too; without schemas, so that pages stay small. */

/** '1 guest', '2 guests' */
export const guestLabel = (guests: number): string =>
  guests === 1 ? '1 guest' : `${guests} guests`;

/** 'You bring 2 guests' */
export const guestsSentence = (guests: number): string =>
  `You bring ${guests === 0 ? 'no guests' : guestLabel(guests)}`;

export const rsvpWords = {
  done: { title: 'Success!', description: "You've successfully RSVPed to this event" },
  failed: 'RSVP failed',
};

export const cancelWords = {
  done: { title: 'Success!', description: "You've canceled your RSVP" },
  failed: 'Failed to cancel RSVP',
};

export const leftWaitlist = { title: "You've left the waiting list" };

export const acceptOfferWords = {
  done: { title: 'Your place is confirmed' },
  failed: 'Your place could not be confirmed',
};

export const passOnOfferWords = {
  done: {
    title: "You've passed your place on",
    description: 'The next person on the list is asked. Thank you for telling us.',
  },
  failed: 'Your place could not be passed on',
};

export const acceptChildWords = {
  done: { title: 'You answer for the child together now' },
  failed: 'Not accepted',
};

export const confirmGuestWords = {
  done: ({ state }: { state: string }) =>
    state === 'waiting' ? { title: 'You’re on the waiting list' } : acceptOfferWords.done,
  failed: acceptOfferWords.failed,
};

export const changedGuests = ({ guests }: { guests: number }) => ({
  title: 'RSVP updated',
  description: guestsSentence(guests),
});

export const cancelGuestWords = {
  done: ({ returnUntil }: { returnUntil?: string | undefined }) => ({
    title: 'Cancelled',
    description: returnUntil
      ? 'We’ll delete your name and email address within a day.'
      : 'We’ve deleted your name and email address.',
  }),
  failed: 'Your place is not cancelled',
};

export const sentQuestion = {
  title: 'Message sent',
  description: 'The organisers have your message.',
};

export const forgotGuest = {
  title: 'This browser has forgotten the guest',
  description: 'Their place stays as it is.',
};

export const guestMessagesWords = {
  done: ({ messages }: { messages: boolean }) => ({
    title: messages ? 'Messages are on' : 'Messages are off',
  }),
  failed: 'Your choice was not saved',
};

export const readCalendarFailed = 'We couldn’t read this calendar';

export const notAPhone = 'Please enter a telephone number, such as 07700 900123';

/** True for 5 to 15 digits, however they are grouped. */
export const isPhone = (text: string): boolean =>
  /^[\d\s+()[\]‐-–-]+$/.test(text) && /^\d{5,15}$/.test(text.replace(/\D/g, ''));
