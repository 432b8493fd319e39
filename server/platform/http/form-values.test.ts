import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Id, moment } from '#contract/platform/values.ts';
import { formValues, parseForm } from './form-values.ts';

const Body = z
  .object({
    title: z.string(),
    guests: z.int().min(0).optional(),
    muted: z.boolean().default(false),
    day: z.number().nullable(),
    days: z.array(z.int()).optional(),
    starts: moment('Please select a start time').nullable(),
    names: z.enum(['everyone', 'members']).nullable(),
    subject: z.object({ type: z.enum(['event', 'user']), id: z.union([z.int(), z.string()]) }),
    owner: Id,
    note: z.string().transform((text) => text.trim()),
  })
  .refine(() => true);

const read = (text: string) => formValues(Body, parseForm(text));

describe("a form's fields", () => {
  it.each<[string, string, object]>([
    ['a text', 'title=5', { title: '5' }],
    ['a number', 'guests=5', { guests: 5 }],
    ['a number left blank', 'guests=', {}],
    ['a number that is none', 'guests=some', { guests: 'some' }],
    ['a tick', 'muted=on', { muted: true }],
    ['a tick that is taken away', 'muted=false', { muted: false }],
    ['a tick after its hidden field', 'muted=false&muted=true', { muted: true }],
    ['a list', 'days=1&days=2', { days: [1, 2] }],
    ['a list of one', 'days=1', { days: [1] }],
    ['a part of a part', 'subject.type=event&subject.id=7', { subject: { type: 'event', id: 7 } }],
    ['one that may be a text or a number', 'owner=12', { owner: 12 }],
    ['a text with spaces', 'note=a+b%20c', { note: 'a b c' }],
    ['a choice', 'names=members', { names: 'members' }],
    ['a choice left open', 'names=', {}],
    [
      'a day and a time in summer',
      'starts-date=2031-06-14&starts-time=18:30',
      { starts: '2031-06-14T17:30:00.000Z' },
    ],
    [
      'a day and a time in winter',
      'starts-date=2031-01-14&starts-time=18:30',
      { starts: '2031-01-14T18:30:00.000Z' },
    ],
    ['a day without a time', 'starts-date=2031-06-14&starts-time=', { starts: '' }],
    ['a time without a day', 'starts-date=&starts-time=18:30', { starts: '' }],
    ['no day at all', 'starts-date=2031-13-44&starts-time=18:30', { starts: '' }],
    ['a moment left blank', 'starts-date=&starts-time=', {}],
    ['one that says how it is sent', '_method=DELETE&title=a', { title: 'a' }],
    ['one that nobody knows', 'role=admin', { role: 'admin' }],
  ])('follow the schema: %s', (_, text, body) => {
    expect(read(text)).toEqual(body);
  });

  it('reach only the body', () => {
    const body = read('__proto__.role=admin&constructor.prototype.role=admin&title=a');
    expect(Object.getPrototypeOf(body)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('role');
  });

  it('are limited in number', () => {
    expect(() => parseForm('a=1&'.repeat(300))).toThrow('The form has too many fields');
  });

  it('are left alone if the call takes no body', () => {
    expect(formValues(undefined, parseForm('a=1'))).toBeUndefined();
  });
});
