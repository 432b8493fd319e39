import { expect, it } from 'vitest';
import { subscribeAddresses } from './subscribe-addresses.ts';

const url = 'https://hall.example/calendar.ics?q=tea+%26+cake&near=Leeds';

it('names the calendar as each program takes it, its filters with it', () => {
  const { webcal, google, outlook } = subscribeAddresses(url, 'Our Parish & Hall');
  expect(webcal).toBe('webcal://hall.example/calendar.ics?q=tea+%26+cake&near=Leeds');
  expect(new URL(google).searchParams.get('cid')).toBe(webcal);
  const asked = new URL(outlook).searchParams;
  expect([asked.get('url'), asked.get('name')]).toEqual([url, 'Our Parish & Hall']);
  expect(outlook).not.toContain('+');
});

it('makes do with plain HTTP', () => {
  expect(subscribeAddresses('http://127.0.0.1:3000/calendar.ics', 'x').webcal).toBe(
    'webcal://127.0.0.1:3000/calendar.ics',
  );
});
