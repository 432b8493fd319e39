/** Where a calendar here has other dates than another reader, why, and which each of them has alone. */
export const differences: Partial<
  Record<string, { why: string; here?: string[]; there?: string[] }>
> = {
  '05-outlook-whole-days': {
    why: 'Midnights of another zone are whole days.',
    here: ['2026-07-04 00:00 – 2026-07-05 23:59 Book fair'],
    there: ['2026-07-03 23:00 – 2026-07-05 23:00 Book fair'],
  },
  '06-exchange-whole-day-moved': {
    why: 'It looks for a whole day by its date alone, and not by another zone’s midnight.',
    here: ['2026-07-12 00:00 – 2026-07-12 23:59 Litter pick'],
    there: ['2026-07-11 00:00 – 2026-07-11 23:59 Litter pick'],
  },
  '16-notes-listed-dates': {
    why: 'It fails at periods.',
    here: [
      '2026-07-01 19:00 – 2026-07-01 20:30 Committee',
      '2026-08-05 19:00 – 2026-08-05 20:30 Committee',
      '2026-09-09 19:00 – 2026-09-09 20:30 Committee',
    ],
  },
  '17-evolution-path': {
    why: 'UNTIL with a day alone includes the day.',
    here: ['2026-12-05 10:00 – 2026-12-05 12:00 Gardeners'],
  },
  '18-exchange-utc': {
    why: 'It fails at an address without quotes.',
    here: ['2026-07-10 19:30 – 2026-07-10 22:00 Film night'],
  },
  '19-utc-series': {
    why: 'A series keeps its hour in London, with a warning.',
    here: [
      '2026-10-28 19:00 – 2026-10-28 20:00 Spanish class',
      '2026-11-04 19:00 – 2026-11-04 20:00 Spanish class',
      '2026-11-11 19:00 – 2026-11-11 20:00 Spanish class',
    ],
    there: [
      '2026-10-28 18:00 – 2026-10-28 19:00 Spanish class',
      '2026-11-04 18:00 – 2026-11-04 19:00 Spanish class',
      '2026-11-11 18:00 – 2026-11-11 19:00 Spanish class',
    ],
  },
  '20-new-york-series': {
    why: 'A series keeps its hour in London, with a warning.',
    here: ['2026-10-27 01:00 – 2026-10-27 02:00 Writers across the sea'],
    there: ['2026-10-27 00:00 – 2026-10-27 01:00 Writers across the sea'],
  },
  '21-two-versions': {
    why: 'It has no versions.',
    there: ['2026-06-27 19:30 – 2026-06-27 23:00 Old barn dance'],
  },
  '22-two-versions-by-stamp': {
    why: 'It has no versions.',
    there: ['2026-06-12 11:00 – 2026-06-12 16:00 Old open studio'],
  },
  '23-two-versions-of-a-date': {
    why: 'It has no versions.',
    here: ['2026-06-24 19:00 – 2026-06-24 20:00 Ukulele in the garden'],
    there: ['2026-06-25 19:00 – 2026-06-25 20:00 Ukulele in the church'],
  },
  '25-off-its-weekdays': {
    why: 'It drops a changed date that its rule doesn’t have.',
    here: ['2026-06-19 22:00 – 2026-06-19 23:00 Swimmers by moonlight'],
  },
  '30-term-time': {
    why: 'Here it is one event on its next date, with the reason.',
    there: [
      '2026-10-05 15:30 – 2026-10-05 17:00 After-school club',
      '2026-11-02 15:30 – 2026-11-02 17:00 After-school club',
    ],
  },
  '31-last-working-day': {
    why: 'Here it is one event on its next date, with the reason.',
    there: [
      '2026-07-31 17:30 – 2026-07-31 19:30 Payday drinks',
      '2026-08-31 17:30 – 2026-08-31 19:30 Payday drinks',
      '2026-09-30 17:30 – 2026-09-30 19:30 Payday drinks',
      '2026-10-30 17:30 – 2026-10-30 19:30 Payday drinks',
      '2026-11-30 17:30 – 2026-11-30 19:30 Payday drinks',
    ],
  },
  '33-weeks-from-sunday-with-sunday': {
    why: 'Here it is one event on its next date, with the reason.',
    there: [
      '2026-06-17 09:00 – 2026-06-17 11:00 Rowing',
      '2026-06-28 09:00 – 2026-06-28 11:00 Rowing',
      '2026-07-01 09:00 – 2026-07-01 11:00 Rowing',
    ],
  },
  '34-until-a-local-hour': {
    why: 'It takes a local hour of UNTIL for one in UTC.',
    there: ['2026-07-03 11:00 – 2026-07-03 12:00 Gentle exercise'],
  },
  '35-second-rule': {
    why: 'Dates of a second rule are left out, with a warning.',
    there: ['2026-07-01 14:00 – 2026-07-01 17:00 Bowls'],
  },
  '37-bare-days': {
    why: 'It fails at a day without VALUE=DATE.',
    here: [
      '2026-06-14 00:00 – 2026-06-15 23:59 Open gardens',
      '2026-06-20 00:00 – 2026-06-20 23:59 Plant sale',
    ],
  },
  '38-bare-left-out': {
    why: 'It fails at a day without VALUE=DATE.',
    here: [
      '2026-06-13 00:00 – 2026-06-13 23:59 Farmers market',
      '2026-06-20 00:00 – 2026-06-20 23:59 Farmers market',
      '2026-07-04 00:00 – 2026-07-04 23:59 Farmers market',
      '2026-07-18 00:00 – 2026-07-18 23:59 Farmers market',
    ],
  },
  '39-day-of-25-hours': {
    why: 'It takes hours for those of the clock on the wall.',
    here: ['2026-10-24 12:00 – 2026-10-25 11:00 Sponsored dance'],
    there: ['2026-10-24 12:00 – 2026-10-25 12:00 Sponsored dance'],
  },
  '41-offsets': {
    why: 'It knows neither offsets nor a small z.',
    here: [
      '2026-07-09 18:00 – 2026-07-09 19:00 Call with our twin town',
      '2026-07-10 13:00 – 2026-07-10 14:00 Call with our other twin',
    ],
    there: [
      '2026-07-09 12:00 – 2026-07-09 13:00 Call with our twin town',
      '2026-07-10 12:00 – 2026-07-10 13:00 Call with our other twin',
    ],
  },
  '42-floating-in-paris': {
    why: 'It knows no zone of a whole calendar.',
    here: ['2026-07-08 18:00 – 2026-07-08 19:00 Video call from Paris'],
    there: ['2026-07-08 19:00 – 2026-07-08 20:00 Video call from Paris'],
  },
  '43-windows-places': {
    why: 'It knows no zones of Windows.',
    here: ['2026-07-07 14:00 – 2026-07-07 15:00 Call with Amsterdam'],
    there: ['2026-07-07 15:00 – 2026-07-07 16:00 Call with Amsterdam'],
  },
  '45-broken-length': {
    why: 'One broken value costs it the file.',
    here: [
      '2026-06-15 19:00 – 2026-06-15 21:00 Skittles',
      '2026-06-17 19:00 – 2026-06-17 21:00 More skittles',
    ],
  },
  '46-broken-end': {
    why: 'One broken value costs it the file.',
    here: ['2026-06-15 20:00 – 2026-06-15 22:00 Darts'],
  },
  '49-old-line-ends': {
    why: 'It knows no carriage returns alone.',
    here: ['2026-09-25 18:30 – 2026-09-25 22:00 Harvest supper'],
  },
  '52-every-third-day': {
    why: 'Here it is one event on its next date, with the reason.',
    there: [
      '2026-06-14 19:00 – 2026-06-14 19:30 Watering the beds',
      '2026-06-17 19:00 – 2026-06-17 19:30 Watering the beds',
      '2026-06-20 19:00 – 2026-06-20 19:30 Watering the beds',
    ],
  },
  '60-one-date-of-a-series': {
    why: 'It drops a changed date without its series.',
    here: ['2026-06-18 19:00 – 2026-06-18 20:30 Guest lecture'],
  },
};
