import { describe, expect, it } from 'vitest';
import { placeLine, soleAmount } from './place-words.ts';

describe('a venue in one line', () => {
  it.each([
    [{ location: '12 Chapel Street', postcode: 'TR18 4AQ' }, '12 Chapel Street, TR18 4AQ'],
    [{ location: '12 Chapel Street, tr184aq', postcode: 'TR18 4AQ' }, '12 Chapel Street, tr184aq'],
    [{ location: '12 Chapel Street', postcode: 'TR18 4' }, '12 Chapel Street'],
    [{ location: '12 Chapel Street', postcode: null }, '12 Chapel Street'],
  ])('joins the parts %j as %j', (venue, line) => {
    expect(placeLine(venue)).toBe(line);
  });
});

describe('the amount in a price written in words', () => {
  it.each([
    ['£3 on the door, children free', 3],
    ['£3.50', 3.5],
    ['50p for tea', 0.5],
    ['Tickets £1,200', 1200],
    ['£3 / £2 concessions', undefined],
    ['£3-5, pay what you can', undefined],
    ['£3 to 5', undefined],
    ['Pay what you can', undefined],
    ['Free', undefined],
    ['3 for the price of 2', undefined],
  ])('is found only if it is the only one: %s is %s', (text, amount) => {
    expect(soleAmount(text)).toBe(amount);
  });
});
