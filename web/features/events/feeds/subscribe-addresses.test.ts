import { expect, it } from 'vitest';
import { subscribeAddresses } from './subscribe-addresses.ts';

const url = 'https://hall.example/calendar.ics?q=tea+%26+cake&near=Leeds';

it('the subscribe dialog links to the filtered calendar in the form that each program needs', () => {
  const { webcal, google, outlook } = subscribeAddresses(url, 'Our Parish & Hall');
  expect(webcal).toBe('webcal://hall.example/calendar.ics?q=tea+%26+cake&near=Leeds');
  expect(new URL(google).searchParams.get('cid')).toBe(webcal);
  const params = new URL(outlook).searchParams;
  expect([params.get('url'), params.get('name')]).toEqual([url, 'Our Parish & Hall']);
  expect(outlook).not.toContain('+');
});

it('the subscribe dialog accepts plain HTTP', () => {
  expect(subscribeAddresses('http://127.0.0.1:3000/calendar.ics', 'x').webcal).toBe(
    'webcal://127.0.0.1:3000/calendar.ics',
  );
});
