import type { DemoGroup } from './shapes.ts';

export const healthGroups: DemoGroup[] = [
  {
    key: 'tynemouth-dippers',
    name: 'Tynemouth Dawdlers & Dippers',
    type: 'healthWellness',
    chargeForEvents: 'free',
    joinPolicy: 'approval',
    town: 'Tynemouth',
    county: 'Tyne and Wear',
    description:
      'We get in the North Sea, squeal, bob about for between two and twenty minutes, and get out again before it stops being fun. Swimming is optional. Distance is never mentioned.\n\nJill has taught swimming for most of her life and keeps an eye on tide, swell and the daft. We ask to hear from you before your first dip, about hearts, asthma and anything else she ought to know, which is why joining takes a day or so. Then there is tea, and a biscuit, and a feeling that lasts till about Tuesday.',
    owner: 'jill',
    members: 52,
    monthsOld: 44,
    events: [
      {
        title: "Sunday dip, King Edward's Bay",
        description:
          "Meet at the bottom of the steps, on the left by the rocks. Jill says a few words about the water, we go in together in a long straggly line and she counts us out and counts us back. Ten minutes is plenty when it's cold.\n\nSwimming costume, warm hat, something on your feet, and more layers than you think for afterwards. A bright float is lent to anybody without one. There are about sixty steps down to the sand; those who can't manage them meet Sandra at Cullercoats, where a ramp goes right to the water.",
        venue: "Foot of the steps, King Edward's Bay, Tynemouth NE30",
        town: 'Tynemouth',
        weekday: 7,
        start: '09:15',
        minutes: 60,
        weeks: [-4, -1, 1, 3, 5, 7],
        attendees: 34,
        comments: [
          {
            by: 'hamza',
            daysBefore: 1.6,
            text: 'Forecast says four-foot waves and a northerly. Are we still on?',
          },
          {
            by: 'sandra',
            daysBefore: 1.5,
            text: "It'll have dropped by then. If it hasn't we'll paddle to the knees and eat the biscuits.",
          },
          { by: 'hamza', daysBefore: -0.2, text: 'Knees and biscuits it was. No regrets.' },
        ],
      },
      {
        title: 'Slowly in, quickly out, flask open: an introduction for nervous first-time dippers',
        description:
          "For those who have watched from the railings and wondered. We spend half an hour on dry land first, talking about what cold water does to breathing, how to go in without gasping, when to come out, and how to get dry in a wind with your dignity more or less intact. Then we go in up to the waist, hold hands if wanted, and come out.\n\nEight newcomers, four of us. You needn't be able to swim. Please talk to your GP beforehand if you have a heart condition or high blood pressure, and to Jill in any case.",
        venue: 'Cullercoats Bay, top of the ramp by the watch house, Cullercoats NE30',
        town: 'Cullercoats',
        weekday: 6,
        start: '11:00',
        minutes: 90,
        weeks: [2, 10],
        attendees: 9,
        comments: [
          {
            by: 'admin',
            daysBefore: 24.7,
            text: 'Visiting my sister in Whitley Bay that weekend. I am seventy and built for comfort. Am I too late in life for this?',
          },
          {
            by: 'jill',
            daysBefore: 24.6,
            text: "You'd be about the middle of the age range, Margaret. Comfort floats.",
          },
          {
            by: 'sandra',
            daysBefore: 23.8,
            text: "I've a spare dry robe in a generous size if it helps.",
          },
          {
            by: 'admin',
            daysBefore: 22.6,
            text: "Then I've run out of excuses. See you at the top of the ramp.",
          },
        ],
      },
      {
        title: 'A dry dawdle',
        description:
          "No water, no hurry. We walk from the priory to the lighthouse and back at the pace of whoever is slowest, stopping for every dog. An hour and a half with the stops, and all on the flat.\n\nA good way to meet us before a first dip. Afterwards there's tea at the kiosk, and dry benches behind it. Wheels of all sorts welcome: the prom is wide and tarmac the whole way.",
        venue: 'Priory car park, Pier Road, Tynemouth NE30',
        town: 'Tynemouth',
        weekday: 6,
        start: '10:30',
        minutes: 90,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 15,
      },
    ],
  },
  {
    key: 'cold-start-swansea',
    name: 'Cold Start Couch to 5K',
    type: 'healthWellness',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Swansea',
    county: 'West Glamorgan',
    description:
      "A running group for people who do not run. The name comes from an old van of Dai's that took a while to get going and then couldn't be stopped. We follow a nine-week plan from nothing to half an hour, then begin it again, so there is always a week one coming and nobody minds how many times you take it.\n\nMeet on the prom, where it's flat and well lit. The last person home sets the pace of the warm-down. Nobody has ever been left behind, although a spaniel once was, briefly.",
    owner: 'dai',
    members: 34,
    monthsOld: 18,
    events: [
      {
        title: 'Tuesday run on the prom',
        description:
          "This week's stretch of the plan with a whistle for 'run' and two whistles for 'walk', so that you don't have to look at a watch. Half the time is walking to start with. Three of us spread out along the line, and the one at the back has the jelly babies.\n\nAny trainers will do for the first fortnight. Reflective stuff if you own it, a borrowed bib if you don't. The whole route is level tarmac: buggies and racing chairs have done it, and so has a man with a shopping trolley.",
        venue: 'The Slip bridge end, Oystermouth Road, Swansea SA2',
        town: 'Swansea',
        weekday: 2,
        start: '18:30',
        minutes: 60,
        weeks: [-2, -1, 1, 2, 3, 4],
        isSeries: true,
        attendees: 21,
        comments: [
          {
            by: 'chidi',
            daysBefore: 2.2,
            text: 'Is there somewhere to leave a rucksack? I am coming straight from the lab with a laptop.',
          },
          {
            by: 'dai',
            daysBefore: 2.1,
            text: "Boot of my car, silver estate by the bridge. It's had seven laptops and a cello in it.",
          },
          {
            by: 'lowri',
            daysBefore: -0.6,
            text: "Five whole minutes without stopping. I know it's nothing to some people but I rang my mother.",
          },
          {
            by: 'chidi',
            daysBefore: -0.7,
            text: 'It was into that wind as well, Lowri, so it counts as eight.',
          },
        ],
      },
      {
        title: 'The slow 5K',
        description:
          "Graduation, of a kind. Everyone who has finished the plan, half finished it or just likes clapping does five kilometres along the bay and back at the speed of a good conversation. Walk the lot if you want. There are medals, which Dai cuts out of beer mats.\n\nTea at the café by the slip from half ten. Family and dogs invited; we've marshals at both turns and a bench every few hundred yards.",
        venue: 'Blackpill lido car park, Mumbles Road, Swansea SA3',
        town: 'Swansea',
        weekday: 6,
        start: '09:30',
        minutes: 75,
        weeks: [-7, 8],
        attendees: 27,
      },
    ],
  },
  {
    key: 'chair-yoga-stirling',
    name: 'Chair Yoga & Chat, Stirling',
    type: 'healthWellness',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Stirling',
    county: 'Stirlingshire',
    description:
      "Gentle movement in a sturdy chair, followed by an unhurried cup of tea. Shona was a physiotherapist for years and adapts everything: new joints, old injuries, long Covid, wheelchairs, bad moods.\n\nNobody gets down on the floor and nobody is made to hum. We laugh more than you might expect. It's £3 a session, and the group has a small pot so that money is never the reason for somebody not coming; speak to Shona and it goes no further.",
    owner: 'shona',
    attendeeNames: 'members',
    members: 16,
    monthsOld: 11,
    events: [
      {
        title: 'Chair yoga, then tea',
        description:
          'Fifty minutes, working up from ankles to eyebrows, with a choice of three levels for each movement so you can do more or less than your neighbour without remark. Soft music, real voice. The kettle goes on at ten to twelve and most people stay until half past.\n\nWear anything you can lift your arms in. Firm chairs without arms and some with; space for wheelchairs in the circle, not at its edge. Free parking behind the hall and the bus from the station stops outside.',
        venue: 'Riverside Community Centre, Dean Crescent, Stirling FK8',
        town: 'Stirling',
        weekday: 3,
        start: '11:00',
        minutes: 90,
        weeks: [-2, 1, 2, 4],
        attendees: 10,
        comments: [
          {
            by: 'ken',
            daysBefore: 1.6,
            text: "Physio says I've to keep the left hip under ninety degrees. Will I be a nuisance?",
          },
          {
            by: 'shona',
            daysBefore: 1.5,
            text: "Not at all, Ken. I'll put you on the high chair and you can look down on the rest of us.",
          },
        ],
      },
      {
        title: 'An hour off, for carers',
        description:
          "If you look after somebody, you'll know how long it is since anyone asked how your own back was. A very quiet hour of breathing, neck and shoulders, and ten minutes of lying still in a reclining chair with a blanket and no one calling for you.\n\nThree pounds, or nothing. The person you care for is welcome in the café next door, where a volunteer will sit with them. Come late, leave early, keep your phone on if you have to.",
        venue: 'Riverside Community Centre, Dean Crescent, Stirling FK8',
        town: 'Stirling',
        weekday: 5,
        start: '13:30',
        minutes: 60,
        weeks: [3],
        attendees: 1,
      },
      {
        title: 'Stretch and a scone',
        description:
          "Forty minutes of easy stretching in a chair to loosen whatever the week has tightened, then a scone. Shona shows each move two ways, and you choose, or leave it out and listen to the music.\n\nThree pounds, scone included. Come in whatever you're wearing. There are chairs with arms, an accessible toilet beside the room and parking at the door.",
        venue: 'Riverside Community Centre, Dean Crescent, Stirling FK8',
        town: 'Stirling',
        weekday: 7,
        start: '11:00',
        minutes: 75,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 8,
      },
    ],
  },
];
