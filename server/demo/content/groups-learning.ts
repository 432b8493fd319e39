import type { DemoGroup } from './shapes.ts';

export const learningGroups: DemoGroup[] = [
  {
    key: 'wensum-chess',
    name: 'Wensum Chess',
    type: 'learningEducation',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Norwich',
    county: 'Norfolk',
    description:
      "Chess in the back bar of a pub by the river, under a print of a bishop. We run from strong county players to people who are still not sure which way the horse goes, and Viktor pairs you so that you lose about half the time, which he says is how anybody gets better.\n\nTwo pounds a night goes to boards and clocks; students and under-eighteens don't pay. The pub serves food, the crisps are kept clear of the pieces, and Daphne's shortbread has decided more games than most openings.",
    owner: 'viktor',
    members: 30,
    monthsOld: 34,
    events: [
      {
        title: 'Blitz',
        description:
          "Five minutes each, seven rounds, a great deal of banging. You play whoever is on a similar score, so it stays friendly for everybody. We have two clocks with large displays and one that speaks.\n\n£2 on the night and no entry fee; the winner chooses the next month's music. The bar is on the ground floor and the good tables are away from the fruit machine.",
        venue: "The Bishop's Barge, Fye Bridge Street, Norwich NR3",
        town: 'Norwich',
        weekday: 2,
        start: '19:30',
        minutes: 120,
        weeks: [-2, 1, 5],
        attendees: 18,
        comments: [
          {
            by: 'jamal',
            daysBefore: 1.2,
            text: "Dad can drop me but can't fetch me till ten, is it ok to wait inside the pub? I'm seventeen.",
          },
          {
            by: 'viktor',
            daysBefore: 1.1,
            text: 'Of course. Daphne and I stay to pack the sets, and she will want her revenge.',
          },
          {
            by: 'daphne',
            daysBefore: -0.6,
            text: 'I got it, too. Queen and rook. I have telephoned everyone I know.',
          },
        ],
      },
      {
        title: 'Chess for complete beginners, grandparents especially',
        description:
          "How the pieces move, how a game ends, and enough tactics to surprise a nine-year-old. The idea came from members whose grandchildren were learning at school and who were tired of nodding. We use big wooden sets, go slowly, and stop at half time for coffee.\n\nFour pounds, drinks included. If you'd like to come with the grandchild, do; they can help with the teaching.",
        venue: 'Millennium Library, the Forum, Norwich NR2',
        town: 'Norwich',
        weekday: 6,
        start: '10:30',
        minutes: 90,
        weeks: [3],
        attendees: 7,
      },
      {
        title: 'Weekend congress: five rounds over two days, with soup',
        description:
          "Our one serious event. Three games on Saturday and two on Sunday, an hour a side, in two sections so that nobody is outclassed. Boards, clocks and scoresheets provided; there's a separate room for post-mortems, where you're allowed to groan.\n\n£15 for the weekend, £5 for juniors, soup and rolls both days. You may take one half-point bye if you want to go to church or have a lie-in. The hall has a ramp, a loop and decent chairs.",
        venue: "St Augustine's church hall, Gildencroft, Norwich NR3",
        town: 'Norwich',
        weekday: 6,
        start: '09:30',
        minutes: 1830,
        weeks: [13],
        attendees: 24,
      },
    ],
  },
  {
    key: 'leicester-allotment-skills',
    name: 'Leicester Allotment Skills',
    type: 'learningEducation',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Leicester',
    county: 'Leicestershire',
    description:
      "Growing food, taught over the fence. Our plots are looked after by people from Gujarat, Jamaica, Poland, Wigston and everywhere between, so you can learn to trench celery and to train a bottle gourd on the same morning.\n\nNo plot needed. Most who come have a balcony, a back yard or a name on a long waiting list. We've a shared half-plot where you can make mistakes with the club's seeds. Tools, gloves and boots in odd sizes hang in the shed. Someone will feed you.",
    owner: 'jayshree',
    members: 25,
    monthsOld: 30,
    events: [
      {
        title: 'Compost',
        description:
          "What goes in, what doesn't, and why yours smells. Ellie, who is writing a thesis on worms, turns out three heaps at different stages and lets you put your hands in. Winston explains leaf mould, with which he is unreasonably generous.\n\nTake home a bucket of the good stuff. Wellies are wise. The main path is paved as far as the shed, and a table will be set up there so that nobody has to cross the mud.",
        venue: 'Rowley Fields allotments, main gate, Leicester LE3',
        town: 'Leicester',
        weekday: 6,
        start: '10:30',
        minutes: 120,
        weeks: [-4, 5],
        attendees: 11,
        comments: [
          {
            by: 'hannah',
            daysBefore: 3.9,
            text: "I'm coming over from Derby and only have a window box. Is there such a thing as very small compost?",
          },
          {
            by: 'ellie',
            daysBefore: 3.8,
            text: "There is. It lives in a bucket with forty worms and I'll give you a starter set if you promise to name one.",
          },
          {
            by: 'winston',
            daysBefore: -0.3,
            text: "Good turn-out. Whoever borrowed my second-best fork, it's missed.",
          },
        ],
      },
      {
        title: 'Sunday on the plot',
        description:
          "Whatever the week asks for: sowing, digging over, netting, mulching, picking, burning the blight. Jayshree writes the jobs on a blackboard in order of how much they hurt, and you choose. Each has somebody to show you how.\n\nWe stop at twelve for tea and whatever has been cooked on the stove in the shed. Stay an hour or the lot. Children get their own row and are trusted with real trowels. If it's pouring we sort seed in the dry and tell lies about marrows.",
        venue: 'Rowley Fields allotments, main gate, Leicester LE3',
        town: 'Leicester',
        weekday: 7,
        start: '10:30',
        minutes: 150,
        weeks: [-1, 2, 4],
        attendees: 13,
      },
      {
        title: 'Seed swap & samosas',
        description:
          "Bring seed you have saved or packets you'll never finish, in an envelope with a name on it. Put down as many as you take up, or put down a pound. Jayshree's sisters are frying from one o'clock and do not accept a first refusal.\n\nThere's a table for heritage beans, another for 'no idea, was in a drawer', and one for house-plant cuttings. Step-free by the side door.",
        venue: 'Belgrave Neighbourhood Centre, Rothley Street, Leicester LE4',
        town: 'Leicester',
        weekday: 6,
        start: '13:00',
        minutes: 120,
        weeks: [7],
        attendees: 20,
      },
    ],
  },
  {
    key: 'derby-bsl-cafe',
    name: 'Derby BSL Café',
    type: 'learningEducation',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Derby',
    county: 'Derbyshire',
    description:
      "A café table where British Sign Language is the language of the house. Deaf signers come for the company. Learners come for the practice, and soon enough for the company too. Marcus hosts, in BSL, and there is always a hearing volunteer at the door who'll help you through the first five minutes.\n\nPhones away, voices off once you sit down, pen and paper allowed. People learning because of their own hearing loss, or their child's, are especially welcome, and you can bring the family. Getting it wrong is expected. Some of our best jokes began that way.",
    owner: 'marcus',
    members: 28,
    monthsOld: 21,
    events: [
      {
        title: 'BSL café',
        description:
          "Two hours of conversation over coffee. Tables are marked with coloured cups: white for fluent, yellow for getting there, green for 'I know my name and the weather'. Move about as you please. At half eleven Marcus tells a story to the whole room, which you'll follow more of than you expect.\n\nThe room is bright with plain walls, and we've asked for the big round tables so that everyone can see everyone's hands. Ramp from the river side.",
        venue: 'Silk Mill Lane community café, Derby DE1',
        town: 'Derby',
        weekday: 6,
        start: '10:30',
        minutes: 120,
        weeks: [-2, 2, 6],
        attendees: 17,
        comments: [
          {
            by: 'pauline',
            daysBefore: 2.8,
            text: 'Does anyone come in on the Belper train? I get anxious about the walk from the station and would like to do it in company.',
          },
          {
            by: 'hannah',
            daysBefore: 2.6,
            text: "I'll meet you under the clock at ten, Pauline. I'm the one in the orange coat practising the days of the week.",
          },
          {
            by: 'pauline',
            daysBefore: -0.3,
            text: "Understood nearly all of Marcus's story. If it was about a goose and a ticket inspector.",
          },
          { by: 'marcus', daysBefore: -0.4, text: 'It was a swan. Very good though.' },
        ],
      },
      {
        title: 'Fingerspelling for absolute beginners and anyone who always gets stuck after M',
        description:
          "One evening, twenty-six handshapes. We go through them in order, then out of order, then in pairs with shopping lists and football teams, and finish with a spelling relay down the length of the room that has ended friendships.\n\nTaught in BSL with a voice-over for the first half hour, so it's right for someone who has never signed. Left-handers, you'll be looked after.",
        venue: 'Riverside Library, the upstairs studio, Derby DE1',
        town: 'Derby',
        weekday: 3,
        start: '18:30',
        minutes: 90,
        weeks: [1],
        attendees: 12,
        openTo: 'anyone',
      },
      {
        title: 'Silent supper',
        description:
          'A bring-and-share meal with voices off from the first dish to the last. It changes how you look at people. Hearing guests get a card of twenty table signs (bread, more, delicious, sorry about your sleeve) and a patient neighbour.\n\nBring something easy to eat one-handed. Good lighting, no candles in the sightlines, and the washing-up is notoriously talkative.',
        venue: "St Werburgh's parish rooms, Friar Gate, Derby DE1",
        town: 'Derby',
        weekday: 5,
        start: '18:30',
        minutes: 150,
        weeks: [4],
        attendees: 16,
        category: 'socialActivities',
      },
      {
        title: 'Signing over soup',
        description:
          "An easy evening between the big café mornings. Marcus puts a topic on the board (last time it was things lost on buses) and we sign about it round the table, learners and fluent signers mixed, until the soup is gone.\n\nVoices off from seven. If you get stuck, spell it; if you can't spell it, draw it. The café is step-free and the lights are good.",
        venue: 'Silk Mill Lane community café, Derby DE1',
        town: 'Derby',
        weekday: 3,
        start: '19:00',
        minutes: 120,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 11,
      },
    ],
  },
];
