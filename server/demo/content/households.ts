import type { DemoHousehold } from './shapes.ts';

/** Families whose children come to events for under 18s. */
export const households: DemoHousehold[] = [
  {
    adults: ['member', 'leah'],
    children: [
      { firstName: 'Ada' },
      { firstName: 'Zik', note: 'Asthma: the blue inhaler is in his side pocket' },
    ],
  },
  { adults: ['nadeem'], children: [{ firstName: 'Hassan' }] },
  { adults: ['carol'], children: [{ firstName: 'Poppy' }, { firstName: 'Stan' }] },
  { adults: ['jo', 'frances'], children: [{ firstName: 'Wren', note: 'No nuts, please' }] },
  { adults: ['ines'], children: [{ firstName: 'Tomás' }] },
  { adults: ['barry'], children: [{ firstName: 'Elsie' }] },
];
