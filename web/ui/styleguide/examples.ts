export const categoryNames = [
  'General',
  'Outdoors & Adventure',
  'Business & Networking',
  'Tech Community',
  'Arts & Creative',
  'Health & Wellness',
  'Food & Drink',
  'Social Activities',
  'Learning & Education',
  'Language & Culture',
];

/** Seven begin alike, one more than a list of suggestions shows. */
export const towns = [
  { value: 'Newport', detail: 'Wales' },
  { value: 'Newport', detail: 'Isle of Wight' },
  { value: 'Newport', detail: 'Shropshire' },
  { value: 'Newport Pagnell', detail: 'Buckinghamshire' },
  { value: 'Newport-on-Tay', detail: 'Fife' },
  { value: 'Newport', detail: 'Essex' },
  { value: 'Newport', detail: 'Pembrokeshire' },
  { value: 'Keswick', detail: 'Cumbria' },
];

export interface ExamplePerson {
  id: number;
  name: string;
  email: string;
  role: 'Admin' | 'Member';
  groups: number;
}

export const people: readonly ExamplePerson[] = [
  { id: 1, name: 'Ada', email: 'ada@example.com', role: 'Admin', groups: 12 },
  { id: 2, name: 'Bryn', email: 'bryn@example.com', role: 'Member', groups: 3 },
  {
    id: 3,
    name: 'Chidimma Okonkwo-Featherstonehaugh',
    email: 'chidimma.okonkwo-featherstonehaugh@example.com',
    role: 'Member',
    groups: 104,
  },
  { id: 4, name: 'Dilys', email: 'dilys@example.com', role: 'Member', groups: 0 },
];
