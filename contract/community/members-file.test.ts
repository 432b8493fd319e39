import { describe, expect, it } from 'vitest';
import { countMembers } from './members-file.ts';

const headings =
  'Name\tUser ID\tTitle\tMember ID\tLocation\tJoined Group on\tLast visited group on\tLast Attended\tTotal RSVPs\tRSVPed Yes';
const inFrench =
  'Nom\tID utilisateur\tTitre\tID membre\tLieu\tA rejoint le groupe le\tDernière visite le\tDernière participation\tTotal RSVP\tRSVP oui';

const row = (name: string, lastAttended: string) =>
  `${name}\tuser 1\t\t1\tBath\t10/24/2024\t11/02/2024\t${lastAttended}\t4\t3`;
const people = [row('Ada', '11/02/2024'), row('Ben', ''), row('Cleo', '1/7/2025')];

const fileOf = (heading: string, rows: string[], end = '\n') => [heading, ...rows].join(end);

const questions = 'Do you like 5/10 km walks?\tAge (2024/25)\t\tWhat is 7 @ your place?\t2024';
const asked = `${headings}\t${questions}`;
const answers = ['Yes\t41\t\tno\t1', '"Yes\nand no"\t\t"A ""B"", c"\t\t', '\t\t\t\t'];
const answered = people.map((person, index) => `${person}\t${answers[index]}`);
const asCommas = (text: string) =>
  text
    .replaceAll(/"(?:[^"]|"")*"|[^\t\n"]+/g, (cell) =>
      cell.includes(',') && !cell.startsWith('"') ? `"${cell}"` : cell,
    )
    .replaceAll('\t', ',');

describe('a member list from Meetup', () => {
  it.each([
    ['as it is', fileOf(headings, people)],
    ['with lines of Windows', fileOf(headings, people, '\r\n')],
    ['with a byte order mark and empty lines', `\uFEFF${fileOf(headings, people)}\n\n\t\t\n`],
    ['behind empty lines', `\n\t\t\n${fileOf(headings, people)}`],
    ['behind a line that names the sign', `sep=\t\r\n${fileOf(headings, people, '\r\n')}`],
    ['in French', fileOf(inFrench, people)],
    ['in quotes', fileOf(headings.replaceAll(/[^\t]+/g, '"$&"'), people)],
    ['with questions of the group', fileOf(asked, answered)],
    ['with questions between commas', asCommas(fileOf(asked, answered))],
    ['between semicolons', fileOf(headings, people).replaceAll('\t', ';')],
    ['with lines of a Mac', fileOf(asked, answered, '\r')],
    [
      'with an answer over two lines without quotes',
      fileOf(asked, [`${people[0]}\tI like\nwalks\t1`, ...people.slice(1)]),
    ],
    [
      'with an answer that opens a quote',
      fileOf(asked, [`${people[0]}\t"I like`, ...people.slice(1)]),
    ],
    ['with user IDs that are numbers', fileOf(headings, people).replaceAll('user ', '')],
    ['with a date as a question', fileOf(`${headings}\t5/10/2026\t2024-09-01`, answered)],
    ['without a byte of the last questions', fileOf(asked, people)],
  ])('counts people and those who have come, %s', (_, text) => {
    expect(countMembers(text)).toMatchObject({ members: 3, attended: 2 });
  });

  it('has the headings in the answer, and no name', () => {
    const count = countMembers(fileOf(headings, people));
    expect(count).toMatchObject({ columns: headings.split('\t') });
    expect(JSON.stringify(count)).not.toMatch(/Ada|Ben|Cleo/);
  });

  it('counts nobody as having come when the file is of one event', () => {
    const attendees = 'Name\tUser ID\tRSVP\tGuests\tRSVPed on\tJoined Group on\tPlus\tProfile';
    const line = 'Ada\tuser 1\tYes\t0\t10/24/2024\t1/1/2020\t\thttps://meetup.example/1';
    expect(countMembers(fileOf(attendees, [line]))).toMatchObject({ members: 1, attended: 0 });
  });

  it('has questions of the group among its headings, also empty ones', () => {
    expect(countMembers(fileOf(asked, answered))).toMatchObject({ columns: asked.split('\t') });
  });

  it('lists the lines that belong to no member', () => {
    const split = `${people[1]}\tI like\nwalks\t"1\n\n${people[2]}`;
    expect(countMembers(fileOf(asked, [people[0] ?? '', split]))).toMatchObject({
      members: 3,
      skipped: [
        { line: 4, reason: 'This line goes on from the one before' },
        { line: 4, reason: 'A quotation mark opens here and never closes, so we read it as text' },
        { line: 5, reason: 'This line is empty' },
      ],
    });
  });

  it('lists the lines before the headings', () => {
    expect(countMembers(`sep=,\n\n${asCommas(fileOf(headings, people))}`)).toMatchObject({
      columns: headings.split('\t'),
      skipped: [
        { line: 1, reason: 'This line only says which sign stands between cells' },
        { line: 2, reason: 'This line is empty' },
      ],
    });
  });

  it('has a line for each of 50,000 members', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => `${row('Ada', '')}\t"A\n${index}"`);
    expect(countMembers(fileOf(asked, many))).toMatchObject({ members: 50_000, skipped: [] });
  });

  it.each([
    ['a text with commas', 'Dear all,\nwe meet, as always, at noon.'],
    ['one column', 'Name\nAda'],
    ['an empty file', ''],
    ['people without headings', fileOf(row('Ada', ''), people)],
    [
      'people without headings between commas',
      fileOf(row('Ada', ''), people).replaceAll('\t', ','),
    ],
    ['people without headings or IDs', 'Ada\tBath\t10/24/2024\nBen\tBath\t11/2/2024'],
  ])('is not %s', (_, text) => {
    expect(countMembers(text)).toMatch(/^Line 1: /);
  });
});
