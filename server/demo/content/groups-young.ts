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
  {
    key: 'shibden-starlings',
    name: 'Shibden Starlings Under-9s',
    type: 'outdoorsAdventure',
    chargeForEvents: 'free',
    joinPolicy: 'approval',
    town: 'Halifax',
    county: 'West Yorkshire',
    description:
      'Football for girls and boys who are 7 or 8, with one rule above the others: everybody plays the same number of minutes. We lose quite often and have very good oranges.\n\nA parent or guardian joins here and answers for the children. Tell us either way by Thursday night, because five can play and four cannot, and nobody wants to be the fifth who finds out at the gate.',
    owner: 'organiser',
    audience: 'under18',
    attendeeNames: 'organisers',
    cantCome: 'Swimming gala in Huddersfield, sorry.',
    safeguarding: { lead: 'Carol Sutcliffe', contact: '01632 960 318' },
    regulars: ['leah', 'nadeem', 'jo', 'frances', 'ines', 'barry'],
    members: 13,
    monthsOld: 14,
    events: [
      {
        title: 'Saturday training with the Starlings',
        description:
          "Warm up, one thing to learn, and then a game for as long as there's light and patience. Boots or trainers, shin pads if you have them, and a bottle with a name on it. We have spare bibs, spare pads and one spare coat.\n\nStay and watch, or leave a number and a nearby café. Two coaches with their checks done are there until the last child is fetched. Grass that drains, a flat path from the car park, toilets at the pavilion.",
        venue: 'Savile Park, by the pavilion, Halifax HX1',
        town: 'Halifax',
        weekday: 6,
        start: '09:30',
        minutes: 75,
        weeks: [-2, -1, 2, 3, 4, 5, 6],
        isSeries: true,
        attendees: 7,
        capacity: 16,
        comments: [
          {
            by: 'carol',
            daysBefore: 1.4,
            text: 'The pavilion key is with me this week, so the kettle is too. Stan has grown out of size 12 boots if anybody wants them.',
          },
          {
            by: 'member',
            daysBefore: 0.8,
            text: 'Ours would love the boots, thank you. Bringing both of mine, and a whistle I took off Year 9.',
          },
        ],
      },
    ],
  },
];
