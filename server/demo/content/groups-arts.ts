import type { DemoGroup } from './shapes.ts';

export const artsGroups: DemoGroup[] = [
  {
    key: 'margate-life-drawing',
    name: 'Margate Life Drawing',
    type: 'artsCreative',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Margate',
    county: 'Kent',
    description:
      "A room over the harbour, a heater, a model, and about twenty people not talking for once. We draw from life on Thursday evenings and on the odd Sunday. There's no teacher. Fern sets the poses and the music, and you are left in peace unless you ask for help.\n\nPeople come to draw, to paint, to model in clay, and in one case to write. Models of every age, shape and colour sit for us and are paid properly, which is where your eight pounds goes. Hands up if you haven't drawn since school: that was most of us.",
    owner: 'fern',
    members: 27,
    monthsOld: 29,
    events: [
      {
        title: 'Long pose',
        description:
          "One pose, two hours, a break in the middle for stretching and squash. It gives painters time to get somewhere and lets the rest of us discover that we had the hips wrong all along.\n\n£8, or £5 if money is short, no explanation wanted. Easels, boards and charcoal are there; bring paper, and nothing that smells of turps. The studio is up one flight. For anybody who can't do stairs we have a link to the room next door with a camera set up, and we'd sooner have you in person, so we are working on it.",
        venue: 'The Net Loft, Harbour Arm, Margate CT9',
        town: 'Margate',
        weekday: 4,
        start: '19:00',
        minutes: 150,
        weeks: [-2, 1, 4, 8],
        attendees: 14,
        comments: [
          {
            by: 'desmond',
            daysBefore: 3.3,
            text: 'Would somebody kindly save me a chair near the front with a back to it. I can stand for a line but not for an evening.',
          },
          {
            by: 'olu',
            daysBefore: 3.2,
            text: "Got you, Desmond. And I'm driving back through Broadstairs if you want dropping.",
          },
          {
            by: 'desmond',
            daysBefore: -0.6,
            text: 'My best foot in years. I mean the drawing of it. Thank you, Olu, for the lift.',
          },
        ],
      },
      {
        title: 'Quick poses & cheerfully bad drawings',
        description:
          "Thirty seconds. One minute. Two. Five, which by then feels like a holiday. Left hand, eyes shut, a stick dipped in ink. The point is to fill a pile of cheap paper and to stop minding, and by four o'clock something has usually loosened.\n\nLovely for a first visit, since nothing you make could possibly be precious. Six pounds including the paper. Wear what you don't mind getting inky.",
        venue: 'The Net Loft, Harbour Arm, Margate CT9',
        town: 'Margate',
        weekday: 7,
        start: '14:00',
        minutes: 120,
        weeks: [3, 10],
        attendees: 12,
      },
      {
        title: 'Sunday sketch club',
        description:
          "The week's last quiet hours. A still life on the table, a record on the player, and whatever you like to draw with. No model and no teaching; Fern puts a lamp somewhere new halfway through, and that's all the excitement.\n\nFour pounds with paper and charcoal, two if you bring your own. The stairs to the loft are steep: ring the bell, and we'll open the lift from the quay.",
        venue: 'The Net Loft, Harbour Arm, Margate CT9',
        town: 'Margate',
        weekday: 7,
        start: '18:30',
        minutes: 150,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 9,
      },
    ],
  },
  {
    key: 'tuesday-singers-truro',
    name: 'Tuesday Singers, Truro',
    type: 'artsCreative',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Truro',
    county: 'Cornwall',
    description:
      "A choir with no audition, no uniform and nobody hushing you. We sing folk, gospel, bits of opera with the hard notes taken out, Cornish carols at any time of year and the occasional song somebody's grandfather brought home from sea. Most things are taught by ear, line by line, and words go up on a screen.\n\nWe're strongest in altos, as everyone is. Basses are given a biscuit on arrival. Two concerts a year in aid of the hospice, and you may sing in the row behind the tall people if you'd rather not be seen.",
    owner: 'hilary',
    members: 48,
    monthsOld: 58,
    events: [
      {
        title: 'Tuesday rehearsal',
        description:
          'Quarter of an hour of silly noises to warm up, then an old piece, a new piece, tea, and the old piece again to see whether the tea has improved it. Four pounds a time, the first visit free.\n\nWe sit for most of it. The hall is level from the car park, has a loop, and the screen can be read from the back; large-print sheets are on the piano. You can come without being able to read a note, and if you can read music please try not to let it show.',
        venue: "St Piran's Hall, Kenwyn Street, Truro TR1",
        town: 'Truro',
        weekday: 2,
        start: '19:30',
        minutes: 105,
        weeks: [-3, -1, 1, 2, 4],
        attendees: 43,
        comments: [
          {
            by: 'merryn',
            daysBefore: 4.4,
            text: "I've had a cold since last week, is it all right to come and just mouth it? I miss you.",
          },
          {
            by: 'hilary',
            daysBefore: 4.3,
            text: 'Half the tenors have been mouthing it for years. Sit at the end, bring lozenges.',
          },
          {
            by: 'patrick',
            daysBefore: 1.3,
            text: 'Minibus has five places from Chacewater way, picking up at the clock at seven. Say here if you want one.',
          },
        ],
      },
      {
        title: 'Come & sing day: shanties, from first haul to last orders',
        description:
          "Learn eight work songs in a day and sing them all through at the end, to anybody who cares to come in off the street. Hilary teaches in the morning; in the afternoon we split into crews to make up new verses, which are voted on for rhyme, rudeness and truth.\n\n£15 with a pasty lunch (steak, cheese, or vegan), £8 if you bring your own. Suits all voices and nearly all ages, say nine and upwards. There's a quiet room set aside for a rest from the noise, because there will be noise.",
        venue: "St Piran's Hall, Kenwyn Street, Truro TR1",
        town: 'Truro',
        weekday: 6,
        start: '10:00',
        minutes: 360,
        weeks: [6],
        attendees: 35,
        comments: [
          {
            by: 'merryn',
            daysBefore: 52.7,
            text: "Bringing three from the sorting office. They've been singing these on the early shift for years, only with the wrong words.",
          },
          {
            by: 'hilary',
            daysBefore: 51.8,
            text: 'The wrong words are what the afternoon is for.',
          },
          {
            by: 'patrick',
            daysBefore: 50.6,
            text: 'Would there be a gluten-free pasty, or is that heresy down here?',
          },
          { by: 'hilary', daysBefore: 50.5, text: 'Heresy, and already ordered.' },
        ],
      },
      {
        title: "New voices' evening",
        description:
          "For whoever would like to try us before joining the big rehearsals. Hilary teaches one round and one short song from nothing, everybody in a circle and nobody singing alone. By the end it sounds like something, which still surprises us.\n\nTwo pounds, with squash. Sit or stand as you please. There's a loop for hearing aids, and parking behind the hall after six.",
        venue: "St Piran's Hall, Kenwyn Street, Truro TR1",
        town: 'Truro',
        weekday: 2,
        start: '19:30',
        minutes: 120,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 12,
        openTo: 'anyone',
      },
    ],
  },
  {
    key: 'inverness-ceilidh-workshop',
    name: 'Inverness Ceilidh Band Workshop',
    type: 'artsCreative',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Inverness',
    county: 'Highland',
    description:
      "You've a fiddle under the bed, a box in the loft or a whistle in the glove compartment, and nobody to play with. Come and be in a band. We meet on Sunday afternoons, learn two sets by ear, and every few months play a proper dance for friends who are too kind to complain.\n\nMàiri leads and everybody gets the tune slowly until they have it. Piano, guitar, drums and one nyckelharpa find their place. Dancers are wanted too, since a band that's never seen feet can't keep time. Fàilte mhòr, a big welcome, to returners and complete beginners who can get a note out.",
    owner: 'mairi',
    members: 20,
    monthsOld: 20,
    events: [
      {
        title: 'Tunes by ear: two reels, a jig and a slow air',
        description:
          "Two and a half hours, with a stop for scones. Màiri plays the tune at walking pace, phrase by phrase, until fingers find it; there's dots on paper at the end for those who can't sleep without them. We record the finished set so you can practise in the car.\n\n£7, or £4 for under-eighteens and anybody unwaged. Spare fiddles in two sizes. The hall is heated by an old stove, so bring a jumper and retune when it gets going.",
        venue: 'Capel Inch Hall, Huntly Street, Inverness IV3',
        town: 'Inverness',
        weekday: 7,
        start: '14:00',
        minutes: 150,
        weeks: [-3, 2, 6],
        attendees: 12,
      },
      {
        title: 'Cèilidh san talla: dance night with the workshop band',
        description:
          "All the sets we've learnt, played in order of how well we know them. A caller walks you through each dance before it starts, so you can arrive not knowing your Gay Gordons from your Dashing White Sergeant and leave a danger to others.\n\nEight pounds, children free, soup and stovies at half time. Chairs all round the walls for people who came to watch and tap, and a seated version of two of the dances called from the floor. Flat shoes. Bring a bottle if you want one and take it home again.",
        venue: 'Capel Inch Hall, Huntly Street, Inverness IV3',
        town: 'Inverness',
        weekday: 6,
        start: '19:30',
        minutes: 210,
        weeks: [9],
        attendees: 19,
        category: 'socialActivities',
        comments: [
          {
            by: 'duncan',
            daysBefore: 72.9,
            text: "Anyone coming in from the Nairn side? I've room for two and an accordion, or three and no accordion.",
          },
          {
            by: 'anja',
            daysBefore: 72.2,
            text: 'I live in Inverness but I vote for the accordion.',
          },
          {
            by: 'mairi',
            daysBefore: 71.3,
            text: "The set list is pinned up in the hall. If your tune's not on it that's not a judgement. If it's on twice, neither is that.",
          },
        ],
      },
      {
        title: 'Session by the stove',
        description:
          "No lesson and no set list. Somebody begins a tune and whoever knows it joins in; whoever doesn't has a listen and joins in the third time round. Slow ones before nine, anything goes afterwards.\n\nThree pounds for the stove and the biscuits. Singers, spoons and people who just like to sit in a warm room with music are as welcome as fiddles. There's a ramp at the side door.",
        venue: 'Capel Inch Hall, Huntly Street, Inverness IV3',
        town: 'Inverness',
        weekday: 5,
        start: '20:00',
        minutes: 180,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 10,
      },
    ],
  },
  {
    key: 'whitby-gothic-knitters',
    name: 'Whitby Gothic Knitters',
    type: 'artsCreative',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Whitby',
    county: 'North Yorkshire',
    description:
      "Yarn, lace and a certain amount of eyeliner. I'd like to start an afternoon group for people who knit, crochet or tat and who feel at home under an abbey: ganseys with their village patterns, mourning shawls, bats for the nephews.\n\nThe tea room has offered us its upstairs on the quiet day of the week. Bring what you're working on, or come empty-handed and I'll start you off with needles from my own tin. Black not required, though you'll find it hides the tea.",
    owner: 'lydia',
    members: 1,
    monthsOld: 0,
    status: 'pending_approval',
    hoursWaiting: 51,
    events: [
      {
        title: 'Casting on: a first gathering in the upstairs tea room',
        description:
          "To see who we are and what we'd like to make. I'll have a sample gansey, a box of oddments to choose from and a pattern for a simple cobweb cuff that can be finished in an afternoon. Scones available below; carrying them upstairs is at your own risk.\n\nThe stairs are narrow. If they aren't for you, say so and we will take the big table on the ground floor, which I rather prefer anyway.",
        venue: 'The Jet & Kettle tea room, Church Street, Whitby YO22',
        town: 'Whitby',
        weekday: 2,
        start: '14:00',
        minutes: 120,
        weeks: [5],
        attendees: 3,
      },
    ],
  },
];
