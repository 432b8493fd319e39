import type { DemoGroup } from './shapes.ts';

export const languageGroups: DemoGroup[] = [
  {
    key: 'clonc-caerdydd',
    name: 'Clonc Caerdydd',
    type: 'languageCulture',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Cardiff',
    county: 'South Glamorgan',
    description:
      "Croeso. A clonc is a chat, a gossip, a good natter, and this is where to have one in Welsh when you've more vocabulary than nerve. We're learners of all stages with a handful of first-language speakers who promise not to switch to English the moment you hesitate.\n\nMeet us in cafés and parks around the city. Say as little as you like. The only fine is for apologising about your mutations, ten pence a time, and it has already paid for a new teapot.",
    owner: 'eleri',
    members: 39,
    monthsOld: 26,
    events: [
      {
        title: 'Paned a chlonc',
        description:
          "A cuppa and a chat. Two tables, one for those in their first couple of years and one for people who can keep going; swap when you please. Eleri puts a basket of topics in the middle (the best sandwich you ever ate, your worst landlord) and there's always someone with a dictionary.\n\nDim pwysau: no pressure to speak on your first visit. The café's front door has a step, so ring the bell at the side for the level way in.",
        venue: "Caffi'r Castell, Womanby Street, Cardiff CF10",
        town: 'Cardiff',
        weekday: 2,
        start: '18:30',
        minutes: 90,
        weeks: [-3, 1, 3, 5],
        attendees: 18,
        comments: [
          {
            by: 'megan',
            daysBefore: 3.4,
            text: "I've not spoken a word since school and I'm properly nervous. Is there a beginner beginner table?",
          },
          {
            by: 'eleri',
            daysBefore: 3.3,
            text: "Oes, wrth gwrs. Sit by me, I'll talk about my cat and you can nod.",
          },
          {
            by: 'ibrahim',
            daysBefore: 2.9,
            text: "Megan, my first evening I said 'bore da' to everyone at half past six. You will be fine.",
          },
          {
            by: 'megan',
            daysBefore: -0.6,
            text: 'Diolch. I ordered a tea and understood the price. See you at the next one.',
          },
        ],
      },
      {
        title: 'Tŷ, dŵr, gŵydd: getting your mouth round the circumflex',
        description:
          "A cheerful hour and a half on Welsh sounds, with a retired speech therapist who learnt the language herself at fifty. Long vowels, short vowels, the ll that isn't 'thl', and the r that some of us will simply never roll. There's a mirror for everyone and nobody will be recorded.\n\nSuitable from the very first week of learning. At the end we read a nonsense poem aloud together, as fast as we dare.",
        venue: 'Canton Library, Cowbridge Road East, Cardiff CF5',
        town: 'Cardiff',
        weekday: 4,
        start: '18:30',
        minutes: 90,
        weeks: [-6, 7],
        attendees: 12,
      },
      {
        title: 'Taith gerdded a phaned: a walk round Bute Park in Welsh',
        description:
          'An easy couple of miles along the Taf with pairs changing at every bridge, which means you get about seven minutes with each person and need never run out of things to say. Ibrahim points out trees and quizzes us on them on the way back.\n\nAll on firm level paths, fine for wheels of every kind. Paned at the kiosk at the end. Children and dogs tend to speak it best.',
        venue: 'West Lodge gate, Bute Park, Castle Street, Cardiff CF10',
        town: 'Cardiff',
        weekday: 7,
        start: '11:00',
        minutes: 105,
        weeks: [2],
        attendees: 14,
        category: 'outdoorsAdventure',
      },
    ],
  },
  {
    key: 'hamely-tongue-belfast',
    name: 'Hamely Tongue Storytellers',
    type: 'languageCulture',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Belfast',
    county: 'County Antrim',
    description:
      "Stories, rhymes and sayings in Ulster-Scots, told aloud by people who grew up with them and people who only wish they had. Agnes gathers us by the fire in the back room of a pub, with a lamp, a chair for the teller and a strict rule that nobody reads from a phone.\n\nWe've had farmers, nurses, a retired minister and a young fella who raps. All traditions and none come in by the same door. You may tell, or listen, or just enjoy the word 'thrawn' being used by an expert. Visitors from Donegal are given the good seat.",
    owner: 'agnes',
    members: 23,
    monthsOld: 28,
    events: [
      {
        title: 'Yarns by the fire',
        description:
          "Six tellers at ten minutes each, then an open chair for anyone the mood takes. The night has a loose theme, given out at the door, and it's a poor teller that can't bend a story to fit it: floods, weddings, a beast that got into the kitchen.\n\nHard words are explained as we go. It's free, with a hat round for the fire. Come for half seven to be sure of a seat; the back room is level with the street, and there's a loop if you sit to the left of the hearth.",
        venue: 'The Linen Bleacher, Union Street, Belfast BT1',
        town: 'Belfast',
        weekday: 4,
        start: '19:30',
        minutes: 135,
        weeks: [-5, 2, 6],
        attendees: 16,
        comments: [
          {
            by: 'aoife',
            daysBefore: 6.3,
            text: 'Driving over from Letterkenny with two from the library. Is there anywhere safe to leave a car till half ten?',
          },
          {
            by: 'conor',
            daysBefore: 6.1,
            text: "There's a multi-storey round the corner that shuts at midnight. Tell me when you're near and I'll walk you in by the scenic route.",
          },
          {
            by: 'lin',
            daysBefore: -0.5,
            text: "I haven't laughed so much since my own wedding. Agnes, that hen.",
          },
          { by: 'agnes', daysBefore: -0.6, text: 'Every word of it true, Lin, bar the hen.' },
        ],
      },
      {
        title: 'Sheugh, blether, scunnered: a word-hoard morning for families',
        description:
          "Bring a word your granny used. We'll write each one on a luggage label, find out what everybody else's granny meant by it, and hang the lot on a line across the library. After juice the children make a wee story out of as many as will fit.\n\nIt's meant for ages six and up with their grown-ups, though people with no children to hand have never been turned away. Everything is on the ground floor.",
        audience: 'families',
        venue: 'East Belfast branch library, Holywood Road, Belfast BT4',
        town: 'Belfast',
        weekday: 6,
        start: '11:00',
        minutes: 120,
        weeks: [9],
        attendees: 8,
      },
      {
        title: 'One story each',
        description:
          "Ceilidhing in the old sense, going round to a neighbour's to hear the news. Agnes begins, then whoever has a story, a rhyme or a riddle takes the chair. Five minutes each, and the fire decides when we've had enough.\n\nFree in, and the kitchen does champ until nine. The back room is level from the street. If your Ulster-Scots is rusty there's always somebody to sit beside who'll whisper what it meant.",
        venue: 'The Linen Bleacher, Union Street, Belfast BT1',
        town: 'Belfast',
        weekday: 6,
        start: '19:30',
        minutes: 150,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 12,
      },
    ],
  },
  {
    key: 'herbata-peterborough',
    name: 'Herbata: Polish–English Exchange',
    type: 'languageCulture',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Peterborough',
    county: 'Cambridgeshire',
    description:
      "Herbata means tea. We pour it, put one Polish speaker beside one English speaker, and talk for half an hour in each language, with a bell in between. Kasia teaches maths for a living and keeps us fair to the minute.\n\nCome if you've lived here for years and want English for something other than work. Come if your partner's mother is visiting from Kraków, or your workmates are funny in a language you can't follow. Serdecznie zapraszamy: you're warmly invited, and cake is a recognised form of grammar.",
    owner: 'kasia',
    members: 32,
    monthsOld: 24,
    events: [
      {
        title: 'Herbata i rozmowa',
        description:
          "Tea and conversation. You're given a partner and a picture card; the first half is in English, the second in Polish, and when the bell goes you have to stop even if it's at the good bit. Afterwards we mix as we like.\n\nTotal beginners get a phrase sheet and a kind partner. The hall's on the number one bus route and has step-free access from the garden. We run a games table for children in the corner, in whichever language they fight in.",
        venue: "All Saints' parish hall, Park Road, Peterborough PE1",
        town: 'Peterborough',
        weekday: 3,
        start: '18:30',
        minutes: 90,
        weeks: [-2, 1, 3, 7],
        attendees: 20,
        comments: [
          {
            by: 'dariusz',
            daysBefore: 2.4,
            text: 'I finish in Wisbech at half past five, if the road is good I come at quarter to seven. Is late ok?',
          },
          {
            by: 'kasia',
            daysBefore: 2.3,
            text: "Jasne, we'll keep you a partner. Stephen will practise on the cake until you get here.",
          },
          {
            by: 'stephen',
            daysBefore: -0.6,
            text: 'Said a whole sentence to my night crew this morning and got a round of applause. Dziękuję, Dariusz.',
          },
        ],
      },
      {
        title: 'Popołudnie z pierogami: an afternoon of folding, pinching and gossip',
        description:
          "Three fillings, one dough, about four hundred dumplings. You'll learn to roll it thin enough and pinch it tight enough, and all the words for what goes on in between. We eat half at five o'clock and everyone carries a box home.\n\nThere's a stool for anyone who'd like to work sitting down. Fillings are potato and curd cheese, cabbage and mushroom, and blueberry, so it's vegetarian all through. Ingredients are a present from the Saturday school.",
        venue: "All Saints' parish hall, Park Road, Peterborough PE1",
        town: 'Peterborough',
        weekday: 6,
        start: '14:30',
        minutes: 180,
        weeks: [5],
        attendees: 22,
        category: 'foodDrink',
      },
      {
        title: "Żółw, źrebię, ćma: tongue-twisters & the sounds English hasn't got",
        description:
          "A tortoise, a foal and a moth walk into a mouth. Ninety minutes of hissing, buzzing and giggling with a primary-school teacher from Łódź who specialises in exactly this. Polish speakers get their own back with 'th', 'squirrel' and 'Worcestershire'.\n\nNo preparation required. Honey and lemon on the side table for the aftermath.",
        venue: 'Central Library, Broadway, Peterborough PE1',
        town: 'Peterborough',
        weekday: 1,
        start: '18:30',
        minutes: 90,
        weeks: [-9],
        attendees: 13,
      },
      {
        title: 'Half an hour of each',
        description:
          "The small version of our big evenings: one long table, two kettles, English until the bell and Polish after it. Turn up when you finish work and leave when you must; nobody takes a register.\n\nThere's a shelf of picture books for anyone who runs out of words, and a plate of something baked. Beginners sit at the end near Kasia, who never lets a silence go on for long.",
        venue: "All Saints' parish hall, Park Road, Peterborough PE1",
        town: 'Peterborough',
        weekday: 1,
        start: '19:00',
        minutes: 120,
        weeks: [0, 1, 2],
        isWeekly: true,
        attendees: 9,
      },
    ],
  },
];
