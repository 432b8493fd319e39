import type { AccessChanges } from '#contract/events/venue/access-facts.ts';

interface DemoVenue {
  /** Everybody sees the place. */
  isPublic?: true;
  access?: AccessChanges;
}

const hall: AccessChanges = {
  stepFreeEntrance: 'yes',
  stepFreeRoom: 'yes',
  accessibleToilet: 'yes',
  blueBadgeParking: 'yes',
  changingPlaces: 'no',
};

/** The access to rooms upstairs, in a pub or above a shop. */
const upstairs: AccessChanges = {
  stepFreeEntrance: 'no',
  stepFreeRoom: 'no',
  accessibleToilet: 'no',
  hearingLoop: 'no',
};

const outdoors: AccessChanges = { dogs: 'yes', stepFreeEntrance: 'no' };

/** Where people meet, by the venue's words: whether it is public, and how they get in. */
export const venues: Record<string, DemoVenue> = {
  "St Piran's Hall, Kenwyn Street, Truro TR1": {
    isPublic: true,
    access: { ...hall, hearingLoop: 'yes', seatsWithArms: 'yes', companionFree: 'yes' },
  },
  'Slipway by the Jubilee Pool, Battery Road, Penzance TR18': {
    isPublic: true,
    access: { stepFreeEntrance: 'yes', accessibleToilet: 'yes', dogs: 'no' },
  },
  'Riverside Community Centre, Dean Crescent, Stirling FK8': {
    isPublic: true,
    access: { ...hall, seatsWithArms: 'yes', quietSpace: 'yes', relaxed: 'yes' },
  },
  'Silk Mill Lane community café, Derby DE1': {
    isPublic: true,
    access: { ...hall, bsl: 'yes', captions: 'yes', quietSpace: 'yes' },
  },
  'Riverside Library, the upstairs studio, Derby DE1': {
    access: { stepFreeEntrance: 'yes', stepFreeRoom: 'yes', bsl: 'yes', hearingLoop: 'yes' },
  },
  "St Werburgh's parish rooms, Friar Gate, Derby DE1": { access: { ...hall, bsl: 'yes' } },
  "All Saints' parish hall, Park Road, Peterborough PE1": { isPublic: true, access: hall },
  'Old Sunday School hall, Rise Lane, Todmorden OL14': {
    isPublic: true,
    access: { ...hall, hearingLoop: 'yes', dogs: 'no' },
  },
  'Trinity Rooms, Field Road, Stroud GL5': { isPublic: true, access: { ...hall, dogs: 'yes' } },
  "The Weavers' Loft, above the subscription rooms, George Street, Stroud GL5": {
    access: upstairs,
  },
  "Hebden Bridge Town Hall, the Waterfront room, St George's Street, HX7": {
    isPublic: true,
    access: { ...hall, changingPlaces: 'yes', hearingLoop: 'yes' },
  },
  "The Lengthsman's Café, Hebden Bridge canal basin, HX7": {
    isPublic: true,
    access: { stepFreeEntrance: 'yes', stepFreeRoom: 'yes', dogs: 'yes', accessibleToilet: 'no' },
  },
  'The Fustian Cutter, Bridge Gate, Hebden Bridge HX7': { access: upstairs },
  'The Copper Kettle, Kirkgate Market hall, Leeds LS2': {
    access: { stepFreeEntrance: 'yes', stepFreeRoom: 'yes', accessibleToilet: 'yes' },
  },
  'Central Library, Wellgate, Dundee DD1': {
    isPublic: true,
    access: { ...hall, hearingLoop: 'yes', quietSpace: 'yes' },
  },
  'Millennium Library, the Forum, Norwich NR2': {
    isPublic: true,
    access: { ...hall, changingPlaces: 'yes', hearingLoop: 'yes' },
  },
  'The Net Loft, Harbour Arm, Margate CT9': { access: upstairs },
  'Capel Inch Hall, Huntly Street, Inverness IV3': { isPublic: true, access: hall },
  "The Tanners' Rest, back room, Market Place, Hexham NE46": { access: upstairs },
  "Caffi'r Castell, Womanby Street, Cardiff CF10": {
    access: { stepFreeEntrance: 'yes', accessibleToilet: 'no' },
  },
  'Moot Hall steps, Market Square, Keswick CA12': { isPublic: true, access: outdoors },
  'Fitz Park main gates, Station Road, Keswick CA12': {
    isPublic: true,
    access: { dogs: 'yes', stepFreeEntrance: 'yes' },
  },
  "Foot of the steps, King Edward's Bay, Tynemouth NE30": { isPublic: true, access: outdoors },
  'Newcastle bus station, Railway Street, Newcastle BT33': { isPublic: true },
};

interface DemoOffer {
  priceText?: string;
  onlineUrl?: string;
  inPersonToo?: true;
}

/** The price in words, and the link to join from home, by the event's title. */
export const offers: Record<string, DemoOffer> = {
  'Tuesday rehearsal': { priceText: '£4 a time, the first visit is free' },
  'Come & sing day: shanties, from first haul to last orders': {
    priceText: '£15 with a pasty lunch, £8 with your own',
  },
  "New voices' evening": { priceText: '£2, with squash' },
  'First time on a board': { priceText: '£18, everything provided' },
  'Long table supper': { priceText: 'Pay what you can' },
  'Sourdough from the beginning': { priceText: '£18, flour included' },
  'Chair yoga, then tea': { priceText: '£3 on the door, carers free' },
  'Repair Café': { priceText: 'Free, with a jar for donations' },
  "Newcomers' coffee by the canal": { priceText: 'You pay for your own coffee' },
  'Talks night: three short ones and a long queue for pizza': {
    onlineUrl: 'https://example.org/sheaf-talks',
    inPersonToo: true,
  },
  'What do you actually charge?': { onlineUrl: 'https://example.org/friday-room' },
};
