import type { DemoGroup } from './shapes.ts';

export const youngGroups: DemoGroup[] = [
  {
    key: 'keswick-young-mapmakers',
    name: 'Keswick Young Mapmakers',
    type: 'learningEducation',
    chargeForEvents: 'free',
    joinPolicy: 'approval',
    town: 'Keswick',
    county: 'Cumbria',
    description:
      'Maps, compasses and finding the way home, for people of 9 to 15. A parent or guardian joins here, and says on the day who fetches whom.\n\nTwo grown-ups with a check by the county are there from the first minute to the last, and nobody is ever out of sight of both. Wet weather happens indoors with very large sheets of paper.',
    owner: 'joan',
    audience: 'under18',
    attendeeNames: 'organisers',
    cantCome: 'We are at my sister’s that weekend.',
    safeguarding: { lead: 'Joan Tyson', contact: '01632 960 174' },
    members: 6,
    monthsOld: 8,
    events: [
      {
        title: 'Draw the park from memory, then go and look',
        description:
          'First everybody draws Hope Park as they think it is. Then we walk round it with a compass and a bag of string, and find out who has put the bandstand in the lake. The best wrong map wins a proper one.\n\nFor ages 9 to 15. Stout shoes, a coat, and a grown-up at the gate at the end. The paths are flat and take a wheelchair.',
        venue: 'Hope Park bandstand, Lake Road, Keswick CA12',
        town: 'Keswick',
        weekday: 6,
        start: '10:00',
        minutes: 120,
        weeks: [7],
        attendees: 4,
      },
    ],
  },
];
