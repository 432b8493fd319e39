import type { DemoGroup } from './shapes.ts';

export const outdoorsGroups: DemoGroup[] = [
  {
    key: 'greta-fell-walkers',
    name: 'Greta Fell Walkers',
    type: 'outdoorsAdventure',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Keswick',
    county: 'Cumbria',
    description:
      "We walk from Keswick on Saturdays, usually eight to ten miles, and set out on foot or from a bus stop so that nobody spends the first hour hunting for a parking space in Borrowdale. The leader chooses a main route and a foul-weather one and is never embarrassed to pick the second.\n\nYou'll want boots with some tread left, a waterproof that still is, and enough puff for a couple of thousand feet of climbing taken steadily. Well-mannered dogs are members too. We leave together, we come back together, and most of us then go for soup.",
    owner: 'joan',
    members: 38,
    monthsOld: 41,
    events: [
      {
        title: 'Catbells & Maiden Moor, the steady way',
        description:
          "A classic, done without hurrying. We walk down to the landing stages, round the head of the lake on the terrace path, and climb Catbells from the quieter end before carrying on along the ridge if the cloud is behaving. About nine miles and 2,300 feet.\n\nThere are two short rocky steps where you'll want both hands; we wait at the top of each and talk people up. Bring lunch, a hot drink and a head torch, which you won't need, because we're back in town by three. Dogs on leads past the sheep, please.",
        venue: 'Moot Hall steps, Market Square, Keswick CA12',
        town: 'Keswick',
        weekday: 6,
        start: '09:00',
        minutes: 360,
        weeks: [-5, 3],
        attendees: 17,
        comments: [
          {
            by: 'amira',
            daysBefore: 6.6,
            text: "Is it ok to decide on the Friday night? I'm on call until eight and never know what state I'll be in.",
          },
          {
            by: 'joan',
            daysBefore: 6.5,
            text: "Decide on the morning if you like, Amira. We don't take a register, we just count heads at the gate.",
          },
          {
            by: 'callum',
            daysBefore: 3.7,
            text: "Driving down from Penrith, two seats going, one of them slightly doggy. I'll be outside the station at quarter past eight.",
          },
          {
            by: 'amira',
            daysBefore: -0.4,
            text: 'So glad I came. My legs are not speaking to me. Thank you Joan for the talking-to on the second rock step.',
          },
          {
            by: 'callum',
            daysBefore: -0.5,
            text: 'Somebody left a grey bobble hat in my van. It smells of lunch. Will bring it next time.',
          },
        ],
      },
      {
        title: 'Latrigg before lunch',
        description:
          'Our short one, for anybody trying out new boots, new knees or a new baby carrier. Up the old railway path, round the back of the hill by the easy gradient, and a sit-down at the bench with the whole of the lake laid out in front of you. Five and a half miles, home by half past twelve.\n\nFrom the car park at the top there is a level, gravelled path to the same view which takes wheelchairs and big-wheeled buggies. Message the leader and one of us will meet you there.',
        venue: 'Fitz Park main gates, Station Road, Keswick CA12',
        town: 'Keswick',
        weekday: 6,
        start: '09:30',
        minutes: 180,
        weeks: [-2, 1, 6],
        attendees: 14,
      },
      {
        title: 'Map and compass, indoors then out',
        description:
          'Joan spent half her life selling maps and would like people to open them. The first two hours are round a table in the hall with mugs of tea: scale, contours, bearings, what all the little dashes mean. After that we go out in threes and find six things hidden around the park and the riverside, without a phone.\n\nYoung people welcome with a grown-up. Compasses to borrow. The hall has a ramp at the side door and the outdoor part can be done entirely on tarmac.',
        venue: "St Herbert's Parish Hall, Keswick CA12",
        town: 'Keswick',
        weekday: 7,
        start: '10:00',
        minutes: 270,
        weeks: [4],
        attendees: 9,
        category: 'learningEducation',
      },
      {
        title:
          'Borrowdale bunkhouse weekend: two nights, two fells and one enormous shared pan of chilli',
        description:
          "We've taken the whole of a converted barn up the valley, sixteen bunks and a stove. Arrive on Friday evening in time to eat. Saturday is a full hill day with a long and a shorter option; Sunday is something low, by the river, finishing by three so that people can get home.\n\nYour share comes to £38 for the beds and the food, settled in the kitchen. Bring a sleeping bag, a pillowcase, slippers and a party piece of under three minutes. There is one ground-floor room with its own bathroom, kept for whoever needs it most. Tents may go in the field if snoring is a concern.",
        venue: 'Strands Barn bunkhouse, Borrowdale, near Keswick CA12',
        town: 'Borrowdale',
        weekday: 5,
        start: '18:00',
        minutes: 2700,
        weeks: [7],
        attendees: 16,
        comments: [
          {
            by: 'callum',
            daysBefore: 61.9,
            text: "I can bring the big pan and a box of logs. Does anyone have a vegetarian version that isn't just the first pan with the mince picked out?",
          },
          {
            by: 'amira',
            daysBefore: 60.1,
            text: 'Leave the veg pot to me. Lentils, proper spice, nobody will miss the mince.',
          },
          {
            by: 'joan',
            daysBefore: 58.8,
            text: "The bus from Keswick stops at the lane end, last one up leaves a bit after half five. Ten minutes on foot from there and I'll hang a lantern on the gate.",
          },
        ],
      },
    ],
  },
  {
    key: 'fal-paddlers',
    name: 'Fal & Penryn Paddlers',
    type: 'outdoorsAdventure',
    chargeForEvents: 'paid',
    joinPolicy: 'approval',
    town: 'Falmouth',
    county: 'Cornwall',
    description:
      "Flat water when we can find it, lumpy when we can't. We are about two dozen people with boards, from a former county rower to somebody's gran, and we go out most weekends from the beach or up the Penryn River on the tide.\n\nJoining needs a quick yes from Jago, only because he likes to know who can swim before they meet him in a swell. The charge covers the loan of a board, a leash and a buoyancy aid; if you've got your own kit it's three pounds towards the insurance. We go ahead in drizzle and stay ashore in an offshore wind. There's usually pastry, thanks to Luís.",
    owner: 'jago',
    members: 24,
    monthsOld: 19,
    events: [
      {
        title: 'Sunday paddle from Gyllyngvase',
        description:
          "Along the shore to Swanpool and back, keeping in close, with a rest on the sand at the turn. An hour and a quarter on the water for most of us. The decision to go is posted here by eight on the morning, once Jago has been down to look at it and sworn at the forecast.\n\n£12 with our kit, £3 with yours. Winter wetsuits are the rule in the cold half of the year and we've a rail of spares in most sizes. Please have been on a board at least once before; if you haven't, the beginners' session is the place to begin.",
        venue: 'Slipway by the beach café, Gyllyngvase Beach, Falmouth TR11',
        town: 'Falmouth',
        weekday: 7,
        start: '10:00',
        minutes: 120,
        weeks: [-6, -2, 2, 5],
        attendees: 11,
        comments: [
          {
            by: 'sylvie',
            daysBefore: 5.9,
            text: "I'm over to see my daughter that weekend, may I join in with a rather old board of my own?",
          },
          {
            by: 'jago',
            daysBefore: 5.6,
            text: "Course you can. If it floats I've no objection to its age.",
          },
          {
            by: 'sylvie',
            daysBefore: -0.3,
            text: 'What a lovely lot you are. My daughter filmed me falling in and has shown it to the whole of her halls.',
          },
        ],
      },
      {
        title: 'First time on a board',
        description:
          'Ninety minutes in the most sheltered corner of the harbour, six learners to two leaders. We start on the sand, kneeling, then float, then kneel again afloat, and whoever fancies it stands up. Lying on your front and being towed about also counts.\n\nEighteen pounds, everything provided except a towel and something warm for after. You need to be able to swim fifty metres and be at ease with your face getting wet. Tell us about bad backs, dodgy shoulders or nerves when you sign up so we can pair you with the right person.',
        venue: 'Slipway by the Jubilee Pool, Battery Road, Penzance TR18',
        town: 'Penzance',
        weekday: 6,
        start: '13:00',
        minutes: 90,
        weeks: [3],
        attendees: 6,
      },
      {
        title: 'Capsize night at the pool',
        description:
          "Fall off in the warm, so that it's old news by the time you fall off in the cold. The leisure centre lets us have the deep end after the lengths swimmers have gone. We practise getting back on from the side and from the tail, helping a tired paddler, and the undignified belly-flop that works when nothing else does.\n\nFive pounds on the door. There's a hoist and a changing room with a bench. Rinse your board beforehand, the lifeguards are particular about sand.",
        venue: 'Pendennis leisure centre, Castle Drive, Falmouth TR11',
        town: 'Falmouth',
        weekday: 4,
        start: '20:00',
        minutes: 60,
        weeks: [1, 9],
        attendees: 8,
        capacity: 10,
        comments: [
          {
            by: 'luis',
            daysBefore: 16.2,
            text: 'Do I need my own board or is there one at the pool? Mine does not fit in the bakery van with the trays in.',
          },
          {
            by: 'beth',
            daysBefore: 15.9,
            text: "Share mine, we only need four between us. I'll wash the seagrass off.",
          },
        ],
      },
    ],
  },
  {
    key: 'mournes-by-bus',
    name: 'Mournes by Bus',
    type: 'outdoorsAdventure',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Newcastle',
    county: 'County Down',
    description:
      "A hill-walking group with a simple rule: every walk starts and ends at a stop with a timetable on it. Plenty of people in Belfast and Downpatrick would love the mountains and haven't a car to get to them, and the rest of us could do with leaving ours at home.\n\nWalks are graded by how long the leader expects to be grumbled at. One out of three is for families or anybody coming back from injury; three is a big day over rough ground. The leader will always wait for a late bus. Bring a flask and a spare pair of socks, and come whatever your passport says: we've had walkers from both sides of the border since the first outing.",
    owner: 'ciaran',
    members: 31,
    monthsOld: 27,
    events: [
      {
        title: 'Glen River to the Saddle',
        description:
          "Grade two. Straight out of the bus station, through the park and up beside the waterfalls on a stony path to the wall between Donard and Commedagh. There we shelter, eat, and take a vote. If the top is clear a few may go on with Ciarán; the others stay for the flask and go down by the same road.\n\nEight miles or so and 1,900 feet. Stout boots, because the stone steps are slippery for most of the year. We're in the chip shop by half past two.",
        venue: 'Newcastle bus station, Railway Street, Newcastle BT33',
        town: 'Newcastle',
        weekday: 7,
        start: '09:30',
        minutes: 300,
        weeks: [-4, 2],
        attendees: 13,
        comments: [
          {
            by: 'niamh',
            daysBefore: 4.5,
            text: "Coming up from Dundalk by Newry. If my connection's late will I catch you on the path?",
          },
          {
            by: 'ciaran',
            daysBefore: 4.1,
            text: "We'll not leave without you, Niamh. I know the fella driving it.",
          },
          {
            by: 'roisin',
            daysBefore: 2.9,
            text: "Anybody have microspikes I could borrow, just in case it's icy at the top?",
          },
          {
            by: 'niamh',
            daysBefore: -0.3,
            text: 'Best Sunday in ages. The view lasted forty seconds and was worth the other five hours.',
          },
        ],
      },
      {
        title: 'Tollymore ramble for all paces',
        description:
          "Big trees, stepping stones, three bridges and a hermitage. Grade one, four miles, with a shortcut at half way for small legs. Róisín leads and has a pocketful of things for children to look for; adults are allowed to play.\n\nThe riverside path has roots, so an off-road buggy will manage and an ordinary one won't. There's a separate surfaced loop from the car park, about a mile long, and we always send a leader round it with anyone who would rather. Catch the Castlewellan bus and get off at the gate.",
        venue: 'Barbican Gate, Tollymore Forest Park, Bryansford BT33',
        town: 'Newcastle',
        weekday: 6,
        start: '10:30',
        minutes: 150,
        weeks: [1, 5, 11],
        attendees: 19,
      },
      {
        title: 'Meelmore camp',
        description:
          "Friday tea to Sunday afternoon at the foot of the hills. We've the use of a field and a stone byre with a fireplace; the byre sleeps eight when the wind has other ideas about the tents. A long day on Saturday over the two summits behind the camp, then a lie-in and a stroll along the Trassey track before the bus.\n\nFree to members, but put your name down early because the byre fills. Shared suppers, own breakfasts. You need a warm bag, a mat and a torch. Drinking water and a toilet on site, nothing fancier. The bus can be flagged down on the road; ask Ciarán for the times.",
        venue: 'Clonachullion camping field, Trassey Road, Bryansford BT33',
        town: 'Bryansford',
        weekday: 5,
        start: '18:00',
        minutes: 2700,
        weeks: [10],
        attendees: 9,
      },
    ],
  },
];
