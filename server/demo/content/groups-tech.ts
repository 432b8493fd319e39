import type { DemoGroup } from './shapes.ts';

export const techGroups: DemoGroup[] = [
  {
    key: 'sheaf-javascript',
    name: 'Sheaf JavaScript',
    type: 'techCommunity',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Sheffield',
    county: 'South Yorkshire',
    description:
      "Sheffield's friendly meet-up for people who write JavaScript for a living, or would like to, or married somebody who won't stop. We've been going a few years, through four venues and countless frameworks.\n\nTalks are short, by members, and more often about a mistake than a triumph. First-time speakers get a rehearsal, a mentor and a warm round of applause. Recruiters may come if they've written code this month and leave the lanyard at home. Pizza comes with a gluten-free and a halal stack, and the soft drinks don't run out before the beer does.",
    owner: 'imogen',
    members: 44,
    monthsOld: 36,
    events: [
      {
        title: 'Talks night: three short ones and a long queue for pizza',
        description:
          "Doors at half six, first talk at seven. Fifteen minutes apiece and strictly timed with a cowbell. Expect something about the browser, something about the server, and something with only a passing connection to either.\n\nWe're on the second floor with a lift; ring the bell marked 'events' and someone will come down. Live captions go up on the side screen. Stay on for the pub across the road if you like, where the quieter half of the group takes the upstairs room.",
        venue: "Cutlers' Wheel Studios, Sidney Street, Sheffield S1",
        town: 'Sheffield',
        weekday: 3,
        start: '18:30',
        minutes: 150,
        weeks: [-3, 1, 5, 9],
        attendees: 31,
        comments: [
          {
            by: 'declan',
            daysBefore: 5.9,
            text: 'In town for work again that week. Is it grand to come straight from the train with a suitcase?',
          },
          {
            by: 'imogen',
            daysBefore: 5.3,
            text: "Very. There's a cupboard with a lock and at least one other suitcase in it most months.",
          },
          {
            by: 'sunil',
            daysBefore: -0.6,
            text: 'That second talk, on the date picker that thought every month began on a Tuesday, was the best thing I have seen all year.',
          },
          {
            by: 'yusuf',
            daysBefore: -0.7,
            text: 'My first time and I only understood two thirds. Somebody explained the last third at the bus stop. Thank you, whoever you were.',
          },
        ],
      },
      {
        title: 'Fix-it Saturday: bring a bug, leave with a smaller one',
        description:
          "No talks. Everybody brings something that doesn't work, and at ten o'clock we swap: you get an hour on somebody else's problem while they have an hour on yours. It's astonishing how often that does it. After lunch people carry on in whatever pairs they've fallen into.\n\nYou'll need a laptop with the thing running on it and a sentence saying what it ought to do. Learners get paired with someone who remembers learning. Bring sandwiches or go to the market, five minutes away.",
        venue: "Cutlers' Wheel Studios, Sidney Street, Sheffield S1",
        town: 'Sheffield',
        weekday: 6,
        start: '10:00',
        minutes: 300,
        weeks: [-6, 4],
        attendees: 18,
      },
      {
        title: 'Accessible forms, from the label up',
        description:
          'A workshop rather than a lecture. We start with a booking form that looks perfectly nice and try to fill it in by keyboard, by voice, with a screen reader and at four hundred per cent. Then we repair it, one field at a time, and try again. Two members who use assistive technology every day are running the testing, and being paid for it out of the tin.\n\nSome HTML needed, no particular framework. Bring headphones. Hearing loop in the room.',
        venue: "Cutlers' Wheel Studios, Sidney Street, Sheffield S1",
        town: 'Sheffield',
        weekday: 2,
        start: '18:30',
        minutes: 120,
        weeks: [7],
        attendees: 22,
      },
    ],
  },
  {
    key: 'newport-open-data',
    name: 'Newport Open Data',
    type: 'techCommunity',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Newport',
    county: 'Gwent',
    description:
      "A small, stubborn group that asks public bodies for useful information and then does something with it. So far: a map of every public toilet in the city with its real opening hours, a chart of late buses that made somebody cross, and a list of trees.\n\nHalf of us don't program. If you can ring up a council department and keep asking politely, or walk round a park with a clipboard, you're the half we're short of. Croeso i bawb; meetings are in English with Welsh at either end.",
    owner: 'gwen',
    members: 15,
    monthsOld: 17,
    events: [
      {
        title: 'Data and doughnuts',
        description:
          "An hour and a half round a table, once every so often, to look at whatever has landed in the inbox since last time and decide who's doing what about it. Gwen brings doughnuts and the minutes. There'll be a baby.\n\nNewcomers are given a cup of tea and the toilet map to find fault with. The meeting room is at the back of the market on the ground floor, past the fish.",
        venue: 'Newport Market, community room, Dock Street, Newport NP20',
        town: 'Newport',
        weekday: 2,
        start: '18:00',
        minutes: 90,
        weeks: [-5, 1, 6],
        attendees: 6,
      },
      {
        title: 'Where are all the benches?',
        description:
          "People who can't walk far plan their day by where they can sit down, and nobody holds a list. So we're making one. We'll meet by the river, split into twos, take a quarter of the city centre each and record every bench: back or no back, arms or no arms, broken slats, what it looks at.\n\nWear comfortable shoes and charge your phone; paper forms for those who prefer them. Back at the café for noon to put it all on the map. If you use a stick, a frame or a chair your eye for this is worth ten of ours.",
        venue: 'Riverfront steps, by the footbridge, Newport NP20',
        town: 'Newport',
        weekday: 6,
        start: '10:30',
        minutes: 150,
        weeks: [2],
        attendees: 2,
        comments: [
          {
            by: 'rhodri',
            daysBefore: 23.8,
            text: "Only the two of us down for it so far. I'll bring my brother-in-law if I have to carry him.",
          },
          {
            by: 'farah',
            daysBefore: 22.7,
            text: "Would come but it's the christening. I can type up the forms on the Monday during nap time.",
          },
        ],
      },
      {
        title: 'Clipboard evening',
        description:
          "We sit round one table and finish what the last walk found: photographs to sort, addresses to check, a letter to the council to put politely. No computer needed, since there's always something to count or to ring up about.\n\nTea from seven, a look at the map at half past eight so that everybody sees what they've added. Then most of us go on to the pub by the bridge.",
        venue: 'Newport Market, community room, Dock Street, Newport NP20',
        town: 'Newport',
        weekday: 4,
        start: '19:00',
        minutes: 150,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 7,
      },
    ],
  },
  {
    key: 'code-and-cuppa-halifax',
    name: 'Code & Cuppa Halifax',
    type: 'techCommunity',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Halifax',
    county: 'West Yorkshire',
    description:
      "Two sorts of people come on a Monday night: those learning to make things with computers, and those who know how and like the company. We put them at the same tables. Websites, spreadsheets, little robots, a knitting pattern generator; nobody has yet brought in anything we weren't interested in.\n\nThere's also a daytime drop-in for anyone stuck with a phone or a tablet, because being locked out of your own photographs is no joke. Patience is compulsory, jargon goes in the swear jar, and the tea is Yorkshire.",
    owner: 'organiser',
    members: 26,
    monthsOld: 14,
    events: [
      {
        title: "Beginners' bench",
        description:
          "For your first ten weeks of learning to code, or your first ten minutes. Nadeem takes the end table and starts each newcomer on something they can take home working: a page about their street, a quiz for the kids, a small sum done a thousand times. Go at your own pace, skip a week, come back.\n\nSix laptops to borrow if you haven't one. We're on the first floor of the mill; the lift is round by the loading bay and the caretaker will show you.",
        venue: 'Shoddy Mill Enterprise Floor, Bowling Dyke, Halifax HX3',
        town: 'Halifax',
        weekday: 1,
        start: '18:30',
        minutes: 120,
        weeks: [-1, 2, 4, 6],
        attendees: 9,
      },
      {
        title: 'Stuck night',
        description:
          "Bring whatever has defeated you. You get five minutes to show it, the room gets ten to ask daft questions, and in our experience the third daft question is the answer. A wheel of names decides the order, since somebody once cried about it.\n\nIf you aren't stuck on anything, lucky you, come and be the room.",
        venue: 'Shoddy Mill Enterprise Floor, Bowling Dyke, Halifax HX3',
        town: 'Halifax',
        weekday: 1,
        start: '18:30',
        minutes: 120,
        weeks: [1, 5],
        attendees: 12,
      },
      {
        title:
          'Phone, tablet & laptop help for anyone who thinks the last update was done on purpose',
        description:
          "Saturday morning in the library, at the round tables by the window. Sit down with a volunteer for as long as it takes. Typical successes: making the writing bigger, getting rid of the woman who reads everything out, moving pictures off a full phone, spotting which of the bank's messages is not from the bank.\n\nBring the device, the charger and any passwords you've written in the back of the address book. We'll never ask for your PIN and neither should anybody else. Step-free, with a hearing loop at table two.",
        venue: 'Central Library, Square Road, Halifax HX1',
        town: 'Halifax',
        weekday: 6,
        start: '10:30',
        minutes: 150,
        weeks: [-4, 3, 8],
        attendees: 11,
        category: 'learningEducation',
        comments: [
          {
            by: 'carol',
            daysBefore: 4.6,
            text: 'Do I have to have my own tablet with me or is it all on big computers? Mine is a bit cracked.',
          },
          {
            by: 'nadeem',
            daysBefore: 4.5,
            text: "Bring the cracked one, Carol, then what you learn stays learnt. We've seen far worse.",
          },
          {
            by: 'carol',
            daysBefore: -0.4,
            text: 'Well I have just done a video call to my grandson in Perth and you should have seen his face. Ta very much.',
          },
        ],
      },
    ],
  },
  {
    key: 'aberystwyth-retro-computers',
    name: 'Clwb Cyfrifiaduron Retro Aberystwyth',
    type: 'techCommunity',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Aberystwyth',
    county: 'Ceredigion',
    description:
      "A proposed club for home computers of the age when you typed the game in yourself and it didn't work. I have eleven machines in going order and would like them to be used rather than dusted.\n\nMonthly, in Welsh and English both, in a room at the old college. We'd mend power supplies, rescue people's cassettes before they rot, and let children find out what a loading screen was. Soldering irons supplied. Dewch â'ch hen beiriant, bring your old machine.",
    owner: 'emyr',
    members: 1,
    monthsOld: 0,
    status: 'pending_approval',
    hoursWaiting: 20,
    events: [
      {
        title: "Tape to digital: rescuing what's on your cassettes",
        description:
          "A first open afternoon. I've three good decks and the software to turn squeals into files, so bring any computer tapes from the attic and we'll see what can be saved. School projects, unfinished adventures, a database of somebody's budgerigars: all of it is history.\n\nAllow twenty minutes a tape. Meanwhile the machines will be set out to play on. Ground floor, wide doors, a kettle.",
        venue: 'Hen Goleg seminar room, King Street, Aberystwyth SY23',
        town: 'Aberystwyth',
        weekday: 6,
        start: '13:30',
        minutes: 180,
        weeks: [6],
        attendees: 4,
      },
    ],
  },
];
