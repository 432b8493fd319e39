import type { DemoGroup } from './shapes.ts';

export const businessGroups: DemoGroup[] = [
  {
    key: 'hexham-traders',
    name: "Hexham Small Traders' Breakfast",
    type: 'businessNetworking',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Hexham',
    county: 'Northumberland',
    description:
      "Shopkeepers, makers, market people and the one-woman-and-a-laptop businesses of Tynedale, meeting over a cooked breakfast before opening time. We began as four of us moaning about bin charges. It turned out that once the moaning was done there was a lot of useful business to be had.\n\nYou won't be asked to pitch, meet a target for referrals or stand up and introduce yourself. One member talks for ten minutes about something that went right or wrong that month, and then it's eggs. Everybody is back behind their counter by nine.",
    owner: 'moira',
    members: 22,
    monthsOld: 33,
    events: [
      {
        title: "Traders' breakfast: bacon, brown sauce & business",
        description:
          "Full breakfast, veggie breakfast or porridge, £9 including as much tea as you can hold. We sit at one long table in the back room and move round two places when the toast arrives, so that you don't spend every month beside your own next-door neighbour.\n\nNew faces are put next to Moira for their first visit. Level entrance from the market side. If you have a leaflet or a card, leave it on the dresser.",
        venue: "The Tanners' Rest, back room, Market Place, Hexham NE46",
        town: 'Hexham',
        weekday: 3,
        start: '07:30',
        minutes: 75,
        weeks: [-3, 1, 5, 9],
        attendees: 13,
        comments: [
          {
            by: 'dev',
            daysBefore: 5.5,
            text: "Is there anywhere to leave a van at that hour? I've deliveries straight after.",
          },
          {
            by: 'alison',
            daysBefore: 4.8,
            text: "The car park by the river is free till eight, Dev, and hardly anyone's in it.",
          },
          {
            by: 'dev',
            daysBefore: -0.4,
            text: "Cheers all. Already swapped my card machine thanks to Alison's ten minutes on fees, should have done it last year.",
          },
        ],
      },
      {
        title: 'Windows that make people stop walking',
        description:
          "A practical evening on shop windows, led by a member who dressed them for a department store in Newcastle until it shut. She'll take the window of the hall, fill it badly, then put it right while explaining what she is doing. After that, photographs of your own frontage go up on the screen and are treated kindly.\n\nFour pounds towards the room and biscuits. Bring a picture of your window from the far pavement. Stallholders and people who sell from a kitchen table are just as welcome, the principles are the same.",
        venue: 'Hadrian Hall, Beaumont Street, Hexham NE46',
        town: 'Hexham',
        weekday: 2,
        start: '18:00',
        minutes: 90,
        weeks: [3],
        attendees: 7,
      },
    ],
  },
  {
    key: 'dundee-freelance-fridays',
    name: 'Dundee Freelance Fridays',
    type: 'businessNetworking',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Dundee',
    county: 'City of Dundee',
    description:
      "Working for yourself is grand until about the Wednesday, when you notice you've not spoken aloud since Monday. So we share a table on Friday mornings. Illustrators, interpreters, a proofreader, a man who maintains lifts, somebody who writes the voices for satnavs.\n\nIt costs nothing; the library lets us have the big room in return for us being quiet-ish and good at stacking chairs. Once in a while we do an evening on the dull stuff: rates, contracts, tax, chasing the money. You don't need to be successful at it. You don't even need to have started.",
    owner: 'fraser',
    members: 29,
    monthsOld: 22,
    events: [
      {
        title: 'Friday co-working morning',
        description:
          "Heads down from half nine, kettle at eleven, and a ten-minute go-round before we leave where you say the one thing you've been avoiding. There is decent wifi, a wall of sockets and a small glass booth for calls.\n\nBring your own cup. The room is on the first floor with a lift beside the front desk, and the tables go up and down. Turn up for an hour if that's what you have.",
        venue: 'Central Library, Wellgate, Dundee DD1',
        town: 'Dundee',
        weekday: 5,
        start: '09:30',
        minutes: 210,
        weeks: [-2, 1, 3, 5, 7],
        attendees: 10,
        comments: [
          {
            by: 'zainab',
            daysBefore: 3.5,
            text: 'I may have to take an interpreting call halfway through, is the wee booth bookable?',
          },
          {
            by: 'fraser',
            daysBefore: 3.05,
            text: "No booking, just glare. I'll keep it free for you at ten.",
          },
        ],
      },
      {
        title: 'What do you actually charge?',
        description:
          'An evening of plain talk about money. Everyone writes their day rate, or the rate they wish they had the nerve for, on a slip of paper without a name. The slips go on the wall. Then we discuss them, and it is usually the most useful two hours of the year.\n\nAfterwards Catriona goes through the wording she uses to put prices up for existing clients, with nothing apologetic in it. Tea and tablet provided.',
        venue: 'Central Library, Wellgate, Dundee DD1',
        town: 'Dundee',
        weekday: 4,
        start: '18:30',
        minutes: 120,
        weeks: [-8],
        attendees: 15,
      },
      {
        title: 'Brown envelopes: a tax return evening with hand-holding',
        description:
          "Take the shoebox off the top of the wardrobe and bring it along. A retired tax inspector, now gamekeeper turned poacher in her own words, will explain what counts as an expense, what definitely doesn't, and how to set aside enough that the bill is boring.\n\nThis is general guidance in good company and not advice on your particular case. There'll be a quiet table at the back for anyone who would prefer to open their post next to a kind stranger.",
        venue: 'Dudhope community wing, Lochee Road, Dundee DD2',
        town: 'Dundee',
        weekday: 4,
        start: '18:30',
        minutes: 120,
        weeks: [4],
        attendees: 12,
      },
    ],
  },
  {
    key: 'e17-women-in-trades',
    name: 'Walthamstow Women in the Trades',
    type: 'businessNetworking',
    chargeForEvents: 'free',
    joinPolicy: 'approval',
    town: 'Walthamstow',
    county: 'Greater London',
    description:
      "Sparks, plumbers, plasterers, chippies, decorators, a thatcher who comes in from Essex: women and non-binary people who work with their hands in north-east London, or are about to. Half the value is having someone to ring when a customer asks to speak to the man in charge.\n\nWe pass on work we can't take, lend each other the awkward tools, and look out for apprentices. Keisha has a word with everyone before they join, so that it stays a place where people can be frank.",
    owner: 'keisha',
    members: 18,
    monthsOld: 15,
    events: [
      {
        title: 'Tools down',
        description:
          "The regular drink. First Thursday we can all manage, in the snug, in whatever you worked in; the landlord puts dust sheets on the good chairs and thinks that's hilarious. Soft drinks are half price for drivers.\n\nTurn up with a problem and somebody will have had it already. Kids are fine until eight. The snug is on the level and the accessible loo is just across the passage.",
        venue: "The Lamplighter's Daughter, Orford Road, London E17",
        town: 'Walthamstow',
        weekday: 4,
        start: '18:30',
        minutes: 150,
        weeks: [-4, 2, 6],
        attendees: 11,
      },
      {
        title: 'Pricing a job without saying sorry',
        description:
          "Ruth brings three real jobs, with the addresses rubbed out: a boiler swap that went well, a bathroom that lost money and a church hall that nearly finished her. In pairs we price each of them from the photos and the phone call, then she shows us what it cost in the end.\n\nYou'll leave with her quote template and, we hope, a bit more neck. Suits anybody within five years of going it alone, though the old hands learn something every time we run it.",
        venue: 'Wood Street Library meeting room, London E17',
        town: 'Walthamstow',
        weekday: 2,
        start: '19:00',
        minutes: 90,
        weeks: [4],
        attendees: 10,
      },
      {
        title: 'Try-a-trade morning',
        description:
          "Five stations, twenty-five minutes on each: wire a plug and a light, solder a joint, skim a board, hang a door, cut in a ceiling line. It's aimed at women thinking about a change of career and at school leavers who haven't been shown that any of this is for them.\n\nNothing to pay. We provide goggles, gloves and overalls from size 6 to 26; come in shoes that cover your toes. A British Sign Language interpreter will be there, and the whole of the yard is on one level.",
        venue: 'Marshside Yard, unit 4, Sutherland Road, London E17',
        town: 'Walthamstow',
        weekday: 6,
        start: '10:00',
        minutes: 180,
        weeks: [8],
        attendees: 14,
        category: 'learningEducation',
        comments: [
          {
            by: 'thuy',
            daysBefore: 66.8,
            text: "I'll run the plaster bench. Fair warning, it ends up in your hair.",
          },
          {
            by: 'ruth',
            daysBefore: 66.7,
            text: "Can my two come? They're eleven and desperate to use a blowtorch, which I will not be allowing.",
          },
          {
            by: 'keisha',
            daysBefore: 65.9,
            text: 'They can help me on the wiring table, Ruth. Batteries only.',
          },
        ],
      },
    ],
  },
  {
    key: 'hove-side-hustle-circle',
    name: 'Hove Side Hustle Circle £££',
    type: 'businessNetworking',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Hove',
    county: 'East Sussex',
    description:
      'Tired of your nine to five? My starter pack (£149) has made forty of my closest friends financially free from their own kitchen tables. Come to a no-pressure evening and bring a card reader.\n\nPlaces are limited, message me privately for the address.',
    owner: 'kit',
    members: 1,
    monthsOld: 0,
    status: 'pending_approval',
    hoursWaiting: 75,
    events: [],
  },
];
