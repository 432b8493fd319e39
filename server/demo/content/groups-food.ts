import type { DemoGroup } from './shapes.ts';

export const foodGroups: DemoGroup[] = [
  {
    key: 'brighton-brunch-club',
    name: 'Brighton Brunch Club',
    type: 'foodDrink',
    chargeForEvents: 'free',
    joinPolicy: 'open',
    town: 'Brighton',
    county: 'East Sussex',
    description:
      "Eating late breakfast with people you haven't met yet. We book a table for twelve somewhere independent, everyone pays for what they ordered, and you're home by the early afternoon with a couple of new numbers in your phone or none at all.\n\nIt started after Theo had moved to town and eaten nine consecutive Sunday brunches with a paperback. Plenty of us come alone; that's rather the idea. We choose places with something good for vegans, note how loud they get, and never go anywhere that won't split a bill.",
    owner: 'theo',
    members: 41,
    monthsOld: 25,
    events: [
      {
        title: 'Pancakes & strangers 🥞',
        description:
          "The original. A big oval table at the back, the tall American sort and the thin French sort, and a pack of question cards to pass round if the talk runs dry, which it has done precisely once. Expect to spend about fourteen pounds with coffee.\n\nKit sits by the door with a small paper flag for the first fifteen minutes so you aren't left scanning the room. There's a single step at the front and a ramp the staff will bring out. Buckwheat and oat versions come off a separate griddle.",
        venue: 'The Marmalade Cat, Gloucester Road, Brighton BN1',
        town: 'Brighton',
        weekday: 7,
        start: '10:30',
        minutes: 120,
        weeks: [-3, 2, 6],
        attendees: 12,
        comments: [
          {
            by: 'anoushka',
            daysBefore: 4.6,
            text: 'Trains from Lewes are on buses that day so I might be ten minutes late. Please order me the lemon ones before they go.',
          },
          {
            by: 'kit',
            daysBefore: 4.5,
            text: "Ordered in spirit. I'll guard your seat with the flag.",
          },
          {
            by: 'anoushka',
            daysBefore: -0.3,
            text: "Lovely morning, and whoever drew the question about imaginary pets, I'm still thinking about the answer.",
          },
        ],
      },
      {
        title: 'Shakshuka',
        description:
          "Eggs, peppers, tomatoes, bread to chase it round the pan. A Saturday for a change, at a tiny Tunisian kitchen with eight stools and a hatch, where the owner explains each pot while she cooks it and will not be hurried.\n\nAround eleven pounds. Chilli can be left out, eggs can be swapped for aubergine. It's snug and the stools are high, so if that sounds miserable wait for one of the Sunday places, which have proper chairs.",
        venue: 'Blue Shutter Kitchen, Open Market, London Road, Brighton BN1',
        town: 'Brighton',
        weekday: 6,
        start: '10:30',
        minutes: 105,
        weeks: [1, 8],
        attendees: 8,
      },
      {
        title: 'Dim sum on a Sunday',
        description:
          "Trolleys, bamboo baskets, a lot of pointing. We take the two round tables with the turntables, fill in the order sheet together, and share the cost evenly: it has come to sixteen or seventeen pounds each. One table is meat-free.\n\nGood for families, who tend to be there three generations deep. The dining room is upstairs with a lift from the side entrance. Come hungry and don't fill up on the prawn crackers, as Anoushka's mother would say.",
        venue: 'Lucky Harbour restaurant, Preston Street, Brighton BN1',
        town: 'Brighton',
        weekday: 7,
        start: '11:30',
        minutes: 120,
        weeks: [-7, 4],
        attendees: 16,
      },
    ],
  },
  {
    key: 'ludlow-bread-oven',
    name: 'Ludlow Bread Oven',
    type: 'foodDrink',
    chargeForEvents: 'paid',
    joinPolicy: 'approval',
    town: 'Ludlow',
    county: 'Shropshire',
    description:
      "A wood-fired oven stands at the bottom of the church-house garden, built by volunteers from local clay, rebuilt by rather fewer of them after the first frost. We fire it on baking days and share the heat: bread first, then pies, then a rice pudding in the embers overnight for whoever is on washing-up.\n\nClasses are small and hands-on, and the charge pays for flour and logs. Edmund approves new members one at a time so that there's a space at the bench for each. Home bakers, hopeless bakers, children over eight. You always take a loaf home.",
    owner: 'edmund',
    members: 21,
    monthsOld: 31,
    events: [
      {
        title: 'Sourdough from the beginning',
        description:
          "A whole day, because it can't be done in less. You'll mix, fold, wait, shape, wait some more and bake, and in the waiting Edmund will explain what is going on in the bowl and why yours at home came out like a cowpat.\n\n£40 with lunch, a loaf, a jar of starter and a sheet of instructions stained by previous students. Two half-price places each time, just ask. Aprons supplied. Most of the work is at table height and can be done sitting. Not suitable for coeliacs, we're sorry to say, as there is flour in the very air.",
        venue: 'Church House kitchen and garden, College Street, Ludlow SY8',
        town: 'Ludlow',
        weekday: 6,
        start: '09:30',
        minutes: 390,
        weeks: [-5, 4],
        attendees: 8,
        comments: [
          {
            by: 'nell',
            daysBefore: 6.7,
            text: "I'll be a bit late, cows first. Will I miss anything that can't be caught up?",
          },
          {
            by: 'edmund',
            daysBefore: 6.5,
            text: "Only me talking. The dough won't be ready for you before half ten.",
          },
          {
            by: 'nell',
            daysBefore: -1.1,
            text: "Made a second one at home and the children ate it before it was cold. I've named the starter Gerald.",
          },
        ],
      },
      {
        title: 'Sunday oven',
        description:
          "The fire is lit at six, by Edmund, in his dressing gown. From ten, bring dough you have made at home, risen and ready to go in, and take your turn at the door with the long peel. Pizzas and flatbreads first while it's fierce, loaves as it settles, fruit cake and casseroles after noon.\n\nTwo pounds a bake. Come and lean on the wall with a coffee even if you've nothing to put in. The garden path is gravel, firm enough for wheels with a push.",
        venue: 'Church House kitchen and garden, College Street, Ludlow SY8',
        town: 'Ludlow',
        weekday: 7,
        start: '10:00',
        minutes: 180,
        weeks: [-2, 1, 7],
        attendees: 13,
      },
      {
        title: 'Rye & patience',
        description:
          "Black bread, seeded bread, and Bogdan's grandmother's sour soup to eat it with. Rye behaves quite differently from wheat: you don't knead it so much as persuade it, and it goes in the tin like wet cement and comes out like something from a fairy tale.\n\nTwenty-five pounds, six places. Bring a lidded tub, your second loaf will need to travel home unbaked.",
        venue: 'Church House kitchen and garden, College Street, Ludlow SY8',
        town: 'Ludlow',
        weekday: 6,
        start: '09:30',
        minutes: 300,
        weeks: [11],
        attendees: 6,
      },
    ],
  },
  {
    key: 'long-table-todmorden',
    name: 'Long Table Todmorden',
    type: 'foodDrink',
    chargeForEvents: 'paid',
    joinPolicy: 'open',
    town: 'Todmorden',
    county: 'West Yorkshire',
    description:
      "Forty people, one table made of eleven tables, and a three-course supper cooked by whoever has volunteered that month. The menu follows the cook: we've had Keralan fish, Lancashire hotpot, Zimbabwean stew, a Ukrainian feast with nine kinds of dumpling, and one memorable evening of nothing but potatoes.\n\nPay what you can between three and twelve pounds, into a teapot, unobserved. It breaks even. Places are laid so that no two people who arrived together sit together, unless they look at Barry in a certain way.",
    owner: 'organiser',
    members: 33,
    monthsOld: 23,
    events: [
      {
        title: 'Long table supper',
        description:
          "Doors at seven, soup at quarter past. There's always a dish without meat, one without gluten and one that children will eat. The cook stands up before pudding and tells us who taught them to make it.\n\nHelpers are wanted from four to chop and from nine to dry; they eat free and hear all the gossip. The hall is level, the lighting is kind, and the far end of the table is kept quiet for anybody who finds a roomful of chatter hard going.",
        venue: 'Old Sunday School hall, Rise Lane, Todmorden OL14',
        town: 'Todmorden',
        weekday: 5,
        start: '19:00',
        minutes: 180,
        weeks: [-4, 2, 6],
        attendees: 29,
        capacity: 40,
        guestsAllowed: 1,
        comments: [
          {
            by: 'barry',
            daysBefore: 4.3,
            text: "Four more tea towels needed if anybody's got some that still absorb.",
          },
          {
            by: 'jo',
            daysBefore: 4.1,
            text: "Bringing six. Is there room to leave a lurcher in the porch? She's quiet but a thief.",
          },
          {
            by: 'organiser',
            daysBefore: 3.9,
            text: 'Porch is fine, Jo. We will put the cheese on the top shelf.',
          },
          {
            by: 'grace',
            daysBefore: -0.6,
            text: 'Thank you all for eating every single thing. My mother says forty is a small number but she is proud.',
          },
          { by: 'barry', daysBefore: -0.7, text: 'The dog got a samosa. I saw nothing.' },
        ],
      },
      {
        title: "Grace's peanut stew, and a lesson in sadza",
        description:
          "A cooking morning in the hall kitchen. Grace shows eight people how to make dovi, the peanut-butter stew she grew up on, with chicken in one pot and pumpkin in the other, and how to beat sadza until it fights back. Then we sit down together and eat it with our right hands.\n\nSix pounds covers the ingredients. Contains, very obviously, nuts. Two hob rings are at wheelchair height. You'll go home with the recipe and a tired arm.",
        venue: 'Old Sunday School hall, Rise Lane, Todmorden OL14',
        town: 'Todmorden',
        weekday: 6,
        start: '11:00',
        minutes: 180,
        weeks: [5],
        attendees: 8,
        capacity: 8,
        closesDaysBefore: 2,
        waiting: 4,
      },
    ],
  },
];
