import { describe, expect, it } from 'vitest';
import { Refusal } from '#platform/refusal.ts';
import { countMembers } from './policy.ts';

const headings =
  'Name\tUser ID\tTitle\tMember ID\tLocation\tJoined Group on\tLast visited group on\tLast Attended\tTotal RSVPs\tRSVPed Yes';
const inFrench =
  'Nom\tID utilisateur\tTitre\tID membre\tLieu\tA rejoint le groupe le\tDernière visite le\tDernière participation\tTotal RSVP\tRSVP oui';

const row = (name: string, lastAttended: string) =>
  `${name}\tuser 1\t\t1\tBath\t10/24/2024\t11/02/2024\t${lastAttended}\t4\t3`;
const people = [row('Ada', '11/02/2024'), row('Ben', ''), row('Cleo', '1/7/2025')];

const fileOf = (heading: string, rows: string[], end = '\n') => [heading, ...rows].join(end);

function refusalOf(text: string): Record<string, string> | undefined {
  try {
    countMembers(text);
  } catch (error) {
    if (error instanceof Refusal) return error.fields;
    throw error;
  }
  return undefined;
}

describe('a member list from Meetup', () => {
  it.each([
    ['as it is', fileOf(headings, people)],
    ['with lines of Windows', fileOf(headings, people, '\r\n')],
    ['with a byte order mark and empty lines', `\uFEFF${fileOf(headings, people)}\n\n\t\t\n`],
    ['in French', fileOf(inFrench, people)],
    ['in quotes', fileOf(headings.replaceAll(/[^\t]+/g, '"$&"'), people)],
  ])('counts people and those who have come, %s', (_, text) => {
    expect(countMembers(text)).toMatchObject({ members: 3, attended: 2 });
  });

  it('has the headings in the answer, and no name', () => {
    const count = countMembers(fileOf(headings, people));
    expect(count.columns).toEqual(headings.split('\t'));
    expect(JSON.stringify(count)).not.toMatch(/Ada|Ben|Cleo/);
  });

  it('has nobody who came when the file is of one event', () => {
    const attendees = 'Name\tUser ID\tRSVP\tGuests\tRSVPed on\tJoined Group on\tPlus\tProfile';
    const line = 'Ada\tuser 1\tYes\t0\t10/24/2024\t1/1/2020\t\thttps://meetup.example/1';
    expect(countMembers(fileOf(attendees, [line]))).toMatchObject({ members: 1, attended: 0 });
  });

  it.each([
    ['a spreadsheet with commas', 'Name,User ID\nAda,1'],
    ['an empty file', ''],
    ['people without headings', fileOf(row('Ada', ''), people)],
    ['a heading without a word', 'Name\t\tTitle\nAda\t1\t'],
  ])('is not %s', (_, text) => {
    expect(refusalOf(text)?.['text']).toMatch(/^Line 1: /);
  });
});
