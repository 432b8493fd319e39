import type { AccessFact } from './access-facts.ts';

interface FactWords {
  /** The fact as a filter and a form name it. */
  label: string;
  yes: string;
  no: string;
}

/** The words for each fact, as guides by disabled people use them. */
export const accessWords: Record<AccessFact, FactWords> = {
  stepFreeEntrance: {
    label: 'Step-free entrance',
    yes: 'Step-free entrance',
    no: 'There are steps at the entrance',
  },
  stepFreeRoom: {
    label: 'Step-free to the room',
    yes: 'Step-free all the way to the room',
    no: 'There are steps on the way to the room',
  },
  accessibleToilet: {
    label: 'Accessible toilet',
    yes: 'Accessible toilet',
    no: 'No accessible toilet',
  },
  changingPlaces: {
    label: 'Changing Places toilet',
    yes: 'Changing Places toilet, with a hoist and a changing bench',
    no: 'No Changing Places toilet',
  },
  hearingLoop: {
    label: 'Hearing loop',
    yes: 'Hearing loop',
    no: 'No hearing loop',
  },
  blueBadgeParking: {
    label: 'Blue Badge parking',
    yes: 'Blue Badge parking close by',
    no: 'No Blue Badge parking close by',
  },
  quietSpace: {
    label: 'Quiet space',
    yes: 'A quiet space to take a break in',
    no: 'No quiet space',
  },
  seatsWithArms: {
    label: 'Seats with arms and backs',
    yes: 'Seats with arms and backs',
    no: 'No seats with arms',
  },
  bsl: {
    label: 'British Sign Language',
    yes: 'British Sign Language interpreter',
    no: 'No British Sign Language interpreter',
  },
  captions: {
    label: 'Captions',
    yes: 'Captions',
    no: 'No captions',
  },
  companionFree: {
    label: 'Companions come free',
    yes: 'A companion or personal assistant comes free',
    no: 'A companion or personal assistant pays too',
  },
  relaxed: {
    label: 'Relaxed event',
    yes: 'Relaxed: come and go, move and make noise as you need',
    no: 'Not a relaxed event',
  },
  dogs: {
    label: 'Dogs welcome',
    yes: 'Dogs are welcome',
    no: 'Assistance dogs only',
  },
};
