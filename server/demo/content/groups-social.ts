import type { DemoGroup } from './shapes.ts';

export const socialGroups: DemoGroup[] = [
  {
    key: 'hello-hebden',
    name: 'Hello Hebden',
    type: 'socialActivities',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Hebden Bridge',
    county: 'West Yorkshire',
    description:
      "For people who have just arrived in the upper Calder Valley, people who have been here for ever and like meeting them, and everybody who works from a back bedroom and could do with a face to look at.\n\nWe do small, cheap, regular things: coffee by the canal, a table at the quiz, a walk up the Crags with toast at the end. Come to one or all. The only custom is that whoever was new last time says hello to whoever is new this time, and it's served us well.\n\nPriya started the group with six friends and a borrowed teapot. We still have the teapot.",
    owner: 'organiser',
    members: 47,
    monthsOld: 38,
    messages: [
      {
        subject: 'The hall has a new kettle',
        text: 'It holds forty cups, so nobody waits for a second brew any more.\n\nCould two of you come a quarter of an hour early on Sunday to help with the chairs? How to find us: https://www.openstreetmap.org/#map=16/53.74/-2.01',
        daysAgo: 3,
      },
      {
        subject: 'The teapot has a new lid, and we have a new Thursday',
        text: 'Hello all,\n\nThe quiz table moves to Thursdays from now on, since the band has Wednesdays. Same corner, same crisps, half past seven.\n\nFrances has found the teapot a lid. It very nearly fits.\n\nPriya',
        daysAgo: 64,
        failed: 1,
      },
      {
        subject: 'Crags walk: bring boots and a slice of bread',
        text: 'The path above the mill is all mud after this week’s rain, so boots rather than shoes, please. The toasting fork is going up with us again.\n\nHow to get to the meeting place by bus: https://www.example.org/592\n\nSee you at the bridge,\nPriya',
        daysAgo: 9,
      },
    ],
    events: [
      {
        title: "Newcomers' coffee by the canal",
        description:
          "Look for the yellow teapot on the table; that's us. Drop in at any point between half ten and twelve, buy something small, and somebody will move up. We talk about dentists, damp, which bus, where to hear music, and how the town floods and what to do about it.\n\nFrances brings her list of who to ask about what, which ought by rights to be in a museum. Dogs under tables, babies on laps. The café is flat from the towpath, and from the car park there is a ramp beside the lock.",
        venue: "The Lengthsman's Café, Hebden Bridge canal basin, HX7",
        town: 'Hebden Bridge',
        weekday: 6,
        start: '10:30',
        minutes: 90,
        weeks: [-2, 1, 3, 5, 7],
        attendees: 15,
        openTo: 'anyone',
        comments: [
          {
            by: 'ines',
            daysBefore: 3.8,
            text: 'A new neighbour of mine speaks mostly Spanish. May I bring her and sit at the slow end of the table?',
          },
          {
            by: 'organiser',
            daysBefore: 3.7,
            text: 'Please do, and Frances has been learning on her phone for a year, so brace yourselves.',
          },
          {
            by: 'frances',
            daysBefore: -0.3,
            text: '¿Dónde está la biblioteca? got its first outing in the wild. She lives opposite it.',
          },
        ],
      },
      {
        title: 'Pub quiz, the round table',
        description:
          "We take the big table by the fire and split into teams of five on the night, by drawing beer mats, so there's no need to have a team or a specialism. Six rounds, one of them pictures, one of them always about the valley. A pound each in the pot for the mountain rescue.\n\nFood until eight if you come early. The pub has step-free access from the yard and the landlady will turn the speaker down at our end on request.",
        venue: 'The Fustian Cutter, Bridge Gate, Hebden Bridge HX7',
        town: 'Hebden Bridge',
        weekday: 4,
        start: '19:30',
        minutes: 150,
        weeks: [-3, 2, 6, 10],
        attendees: 21,
        comments: [
          {
            by: 'jo',
            daysBefore: 2.3,
            text: "If anyone's driving back towards Mytholmroyd afterwards I'd love a lift, the last bus goes just before the music round.",
          },
          {
            by: 'organiser',
            daysBefore: 2.1,
            text: "I'm driving, Jo, and I know when that bus goes because I timetabled it. Sorry.",
          },
          {
            by: 'barry',
            daysBefore: -0.6,
            text: 'Second. By half a point. On a question about weirs, with a flood warden on our team.',
          },
          {
            by: 'jo',
            daysBefore: -0.7,
            text: 'I said what I said about that weir and I stand by it.',
          },
        ],
      },
      {
        title: 'Hardcastle Crags, and back for toast',
        description:
          "Up the stream by the stepping stones, round by the mill and home through the beeches. About five miles at talking pace with a stop to throw sticks, for dogs or for ourselves. Toast afterwards round Priya's very large grill pan at the community kitchen.\n\nBoots or old trainers, it's muddy more often than not. There's a shorter way on the broad track that suits pushchairs; we meet again at the mill. Come by the valley bus if you can, as the parking up there is gone by nine.",
        venue: "St George's Square, by the old bridge, Hebden Bridge HX7",
        town: 'Hebden Bridge',
        weekday: 7,
        start: '10:00',
        minutes: 210,
        weeks: [-5, 4, 8],
        attendees: 18,
        category: 'outdoorsAdventure',
        comments: [
          {
            by: 'member',
            daysBefore: 5.6,
            text: 'Coming over from Leeds on the train, is twenty to ten at the station early enough for the walk down?',
          },
          {
            by: 'frances',
            daysBefore: 5.5,
            text: "Plenty. Turn left along the canal, it's ten minutes, and if you see a heron it's called Keith.",
          },
          {
            by: 'member',
            daysBefore: -0.3,
            text: 'Saw Keith. Fell off one stone. Ate five slices. Great day, thank you.',
          },
        ],
      },
      {
        title: 'Shared supper: bring a dish and the story behind it',
        description:
          "One dish each, sweet or savoury, enough for about six forks, with a card saying what's in it. Before we eat, those who feel like it say where the dish came from. It has been somebody's gran, a service station in Portugal, the back of a packet, and on one occasion a court order.\n\nPlates and cutlery are there. If cooking isn't your thing bring bread or oranges, which always go first. Children welcome; there is a corner with a tent in it.",
        venue: "Hebden Bridge Town Hall, the Waterfront room, St George's Street, HX7",
        town: 'Hebden Bridge',
        weekday: 5,
        start: '18:30',
        minutes: 180,
        weeks: [3, 11],
        attendees: 26,
        category: 'foodDrink',
        comments: [
          {
            by: 'grace',
            daysBefore: 31.4,
            text: 'Is there an oven I can keep something warm in? It is a big something.',
          },
          {
            by: 'organiser',
            daysBefore: 31.3,
            text: 'Two ovens and a hostess trolley nobody has ever admitted to donating.',
          },
          {
            by: 'ines',
            daysBefore: 29.9,
            text: 'I shall make pastéis and the story is that they went wrong four times.',
          },
        ],
      },
      {
        title: 'Film night & an argument afterwards',
        description:
          "A film chosen by whoever lost last time's vote, shown on the good projector with subtitles on as a matter of course. Then half an hour of frank discussion over the remaining biscuits. Nothing too gory and nothing over two hours, by popular demand.\n\nSofas, beanbags and ordinary chairs. There's room for two wheelchairs in the front row and one at the side if you'd rather be near the door.",
        venue: 'The Weaving Shed community rooms, Victoria Road, Hebden Bridge HX7',
        town: 'Hebden Bridge',
        weekday: 3,
        start: '19:30',
        minutes: 165,
        weeks: [1, 5, 9],
        attendees: 13,
      },
      {
        title: 'Litter, then lunch',
        description:
          "Two hours along the towpath and the riverside with grabbers, gloves and sacks, all provided by Jo out of the flood store, followed by soup for the muddy. Last time's haul included a traffic cone, a trombone slide and nineteen single gloves.\n\nFit for anyone who can walk half a mile on the flat, and there's a sorting table at the basin for those who'd prefer to sit. Under-twelves need their own adult and will do all the best finding.",
        venue: 'Slipway, Hebden Bridge canal basin, HX7',
        town: 'Hebden Bridge',
        weekday: 7,
        start: '10:30',
        minutes: 150,
        weeks: [6],
        attendees: 10,
      },
    ],
  },
  {
    key: 'kirkgate-board-games',
    name: 'Kirkgate Board Games',
    type: 'socialActivities',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Leeds',
    county: 'West Yorkshire',
    description:
      "Leeds's least intimidating games night. We have about two hundred games in a cupboard, most of them Wei Lin's, and a table host for every six people who'll teach you whatever is being opened. You needn't own anything, know anything or bring anyone.\n\nThere are always three sizes of game going: a silly one, a middling one and something with a map. We sit in a café that stays open late for us, so it's alcohol-free, which several members say is why they come. Sore losers are gently teased and sore winners are sent to make tea.",
    owner: 'weilin',
    members: 58,
    monthsOld: 47,
    events: [
      {
        title: 'Thursday board games',
        description:
          "Arrive whenever you can after half six. New people get a blue sticker and a game with no more than one page of rules; by eight most tables have reshuffled and you can move to anything that's starting. We finish at ten so that folk can get the last sensible bus.\n\nCakes, toasties and hot drinks at the counter. Level entrance on the market side, an accessible toilet, and one room kept quiet with a lower light. Big-print card sets for the more popular games live on the bottom shelf.",
        venue: 'The Copper Kettle, Kirkgate Market hall, Leeds LS2',
        town: 'Leeds',
        weekday: 4,
        start: '18:30',
        minutes: 210,
        weeks: [-3, -1, 1, 2, 4, 6],
        attendees: 36,
        comments: [
          {
            by: 'member',
            daysBefore: 2.4,
            text: "I've thirty exercise books to mark by Friday so I'm coming for one quick game. One.",
          },
          { by: 'leah', daysBefore: 2.3, text: 'He says this every week.' },
          {
            by: 'matthew',
            daysBefore: 1.4,
            text: "All right if I bring my lad again? He's nine and has been practising his bluffing on his teachers.",
          },
          {
            by: 'weilin',
            daysBefore: 1.3,
            text: "He beat me at three games last month, Matthew. He may come but I'm hiding the good snacks.",
          },
          { by: 'member', daysBefore: -0.15, text: 'Four games. Left at ten. Marked nothing.' },
        ],
      },
      {
        title: 'A very long game of trains',
        description:
          'Eight hours, one board, one century of railway speculation. This is the sort of game that needs a spreadsheet and a sandwich. Two tables of five, taught from scratch in the first hour by people who have made every mistake already.\n\nPlease only sign up if you can stay until at least six, since a company with no owner spoils it for the rest. Breaks at one and four. Bring lunch or buy it; cushions advised.',
        venue: 'The Copper Kettle, Kirkgate Market hall, Leeds LS2',
        town: 'Leeds',
        weekday: 7,
        start: '11:00',
        minutes: 480,
        weeks: [5],
        attendees: 10,
      },
      {
        title: "Games for people who say they don't like games",
        description:
          'You were made to play something endless with a cousin at a formative age. We understand. This is a gentle Tuesday with drawing games, word games, a game about arranging a garden and one which is played entirely in pleasant silence. Nothing lasts longer than half an hour and nobody keeps score unless begged.\n\nA good one to come to on your own or with a reluctant other half.',
        venue: 'The Copper Kettle, Kirkgate Market hall, Leeds LS2',
        town: 'Leeds',
        weekday: 2,
        start: '19:00',
        minutes: 120,
        weeks: [3],
        attendees: 17,
      },
    ],
  },
  {
    key: 'stroud-repair-cafe',
    name: 'Stroud Repair Café',
    type: 'socialActivities',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Stroud',
    county: 'Gloucestershire',
    description:
      "Bring a broken thing, sit with someone who likes mending, and drink tea while the two of you find out what's wrong. Kettles, lamps, zips, radios, teddies, clocks, trousers, the handle off that good saucepan. We weigh everything that goes home working and last year it came to just under a ton.\n\nIt's free; there's a jar. Menders are ordinary members and we are always glad of more, particularly anybody who understands coffee machines. You don't just leave it and go: staying to hold the torch is half of the fun, and then next time you can do it yourself.",
    owner: 'ray',
    members: 36,
    monthsOld: 52,
    events: [
      {
        title: 'Repair Café',
        description:
          "Sign in at the hatch, take a ticket, have a slice of cake. There are benches for electrical things, wood, textiles, bicycles and 'miscellaneous', which is where Ray sits. One item each to start with, and a second if it's quiet.\n\nPlease don't bring microwaves, or anything you can't lift. Electrical repairs are safety tested before they leave. The hall is level throughout, with blue-badge spaces by the door, and the last ticket is given out at quarter past twelve.",
        venue: 'Trinity Rooms, Field Road, Stroud GL5',
        town: 'Stroud',
        weekday: 6,
        start: '10:00',
        minutes: 180,
        weeks: [-8, -4, 1, 4, 8],
        attendees: 19,
        comments: [
          {
            by: 'polly',
            daysBefore: 6.8,
            text: 'My table could use a second pair of hands. There were eleven zips last time and I have only so much spit.',
          },
          {
            by: 'abena',
            daysBefore: 6.7,
            text: "I can do hems and buttons in between radios. Don't ask me to do curtains.",
          },
          {
            by: 'ray',
            daysBefore: -0.3,
            text: 'Twenty-six in, twenty-one out working, two beyond help and three gone home to think about it. Grand effort, thank you all.',
          },
        ],
      },
      {
        title: 'Learn to darn: a heel, an elbow & a grudge',
        description:
          "Polly has kept whole companies of actors in one piece with nothing but a mushroom and a needle. In two hours she'll teach you the invisible darn, the showy darn and the patch that looks like a decision.\n\nBring something woolly with a hole in it, in a size you can hold. Threads and mushrooms provided. We've daylight lamps and magnifiers for tired eyes.",
        venue: "The Weavers' Loft, above the subscription rooms, George Street, Stroud GL5",
        town: 'Stroud',
        weekday: 3,
        start: '19:00',
        minutes: 120,
        weeks: [2],
        attendees: 11,
        category: 'artsCreative',
      },
    ],
  },
];
