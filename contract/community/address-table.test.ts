import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzzSeed as seed } from '#tests/support/seed.ts';
import { addressesIn, addressesOf, readAddressTable } from './address-table.ts';

const read = (text: string) => addressesOf(readAddressTable(text));
const emailsIn = (text: string) => read(text).accepted.map(({ email }) => email);
const [ada, ben, cy] = ['ada@example.org', 'ben@example.org', 'cy@example.org'];
const headings = 'This line has no address, so it counts as headings';
const none = 'This line has no email address';
const wrong = 'This is not an email address';
const again = 'This address is here twice';
const blank = 'This line is empty';

describe('an address is read', () => {
  it.each([
    'Ada Lovelace <ada@example.org>',
    'Ada Lovelace<ada@example.org>',
    '"Lovelace, Ada" <ada@example.org>',
    "'Ada' <ada@example.org>,",
    'Lovelace, Ada <ADA@example.org>;',
    'Ada Lovelace ada@example.org',
    'Ada\u00A0Lovelace\u00A0ada@example.org',
    'Ada (ada@example.org)',
    'Ada [ada@example.org].',
    'E-mail:ada@example.org',
    'mailto:ada@example.org',
    'MAILTO:ada@example.org?subject=Walks',
    '<mailto:ada@example.org>',
    "'ada@example.org",
    "'ada@example.org'",
    '’ada@example.org',
    '“ada@example.org”',
    '\u200Bada@example.org\u202C',
    'ada@exam\u00ADple.org',
    '\u00A0ada\u00A0@example.org',
    '• ada@example.org',
    '- ada@example.org.',
    '1;Lovelace;Ada;;ada@example.org;07700 900123',
    'Ada|ada@example.org',
    'ada@example.org <ada@example.org>',
    "'ada@example.org' <ada@example.org>",
    '"ada@example.org" <ada@example.org>;',
    'ada@example.org<mailto:ada@example.org>',
    '[ada@example.org](mailto:ada@example.org)',
    '<a href="mailto:ada@example.org">ada@example.org</a>',
    '*ada@example.org*',
    '_ada@example.org_',
    '*_ada@example.org_*',
    '~ada@example.org~',
    '{ada@example.org}',
    '-ada@example.org',
    '*ada@example.org',
    '…ada@example.org',
    '📧ada@example.org',
    'https://example.org/?email=ada@example.org',
    '＜ada@example.org＞',
  ])('from %j', (text) => {
    expect(read(text)).toEqual({
      accepted: [{ line: 1, email: ada }],
      refused: [],
      skipped: [],
    });
  });

  it.each([
    'ada@example.org, ben@example.org, cy@example.org',
    'ada@example.org;ben@example.org;cy@example.org;',
    'ada@example.org ben@example.org  cy@example.org',
    'ada@example.org\tben@example.org\tcy@example.org',
    'ada@example.org|ben@example.org|cy@example.org',
    'ada@example.org/ben@example.org/cy@example.org',
    'ada@example.org\u00A0ben@example.org\u00A0cy@example.org',
    'ada@example.org,ben@example.org\ncy@example.org',
    'ada@example.org\rben@example.org\rcy@example.org',
    'ada@example.org\u000Bben@example.org\u000Bcy@example.org',
    'ada@example.org\u2028ben@example.org\u2029cy@example.org',
    'ada@example.org\fben@example.org\u0085cy@example.org',
    'ada@example.org、ben@example.org；cy@example.org',
    'ada@example.org <ada@example.org>; ben@example.org <ben@example.org>; cy@example.org',
    'Doe, Ada <ada@example.org>; Roe, Ben <ben@example.org>; Poe, Cy <cy@example.org>',
    '"Doe, Ada" <ada@example.org>, "Roe, Ben" <ben@example.org>, cy@example.org',
    'mailto:ada@example.org,ben@example.org?cc=cy@example.org',
    'mailto:?bcc=ada@example.org,ben@example.org,cy@example.org',
    'Email\nada@example.org, ben@example.org\ncy@example.org',
    'Our members, 2026\nada@example.org, ben@example.org, cy@example.org',
    'Ada,ada@example.org,ben@example.org\nCy,,cy@example.org',
    'Name\tEmail\nAda\tada@example.org; ben@example.org\nCy\t<cy@example.org>',
  ])('with two others from %j', (text) => {
    expect(emailsIn(text)).toEqual([ada, ben, cy]);
    expect(read(text).refused).toEqual([]);
  });

  it('with the signs that addresses may have', () => {
    const odd = ['r&b@example.org', 'who?@example.org', '_a@example.org', 'a/b@example.org'];
    expect(emailsIn(odd.join('\n'))).toEqual(odd);
    expect(emailsIn(odd.join(', '))).toEqual(odd);
  });
});

describe('a table', () => {
  it('has the column with most addresses guessed, and says which others have some', () => {
    const csv = `Name,Contact,Wrote\nAda,${ada},yes\nBen,${ben},${ada}\n`;
    const table = readAddressTable(csv);
    expect(table.columns.map(({ heading }) => heading)).toEqual(['Name', 'Contact', 'Wrote']);
    expect(addressesOf(table)).toEqual({
      accepted: [
        { line: 2, email: ada },
        { line: 3, email: ben },
      ],
      refused: [],
      skipped: [
        { line: 1, reason: headings },
        { line: 3, reason: '‘Wrote’ has an address from this line on, and we read one column' },
      ],
    });
    expect(addressesOf(table, 2).accepted).toEqual([{ line: 3, email: ada }]);
  });

  it('ignores a column that has one address for all', () => {
    const csv = `Added by,,Email\nx@example.org,Ada,${ada}\nx@example.org,Ben,${ben}\nx@example.org,Cy,`;
    expect(read(csv)).toMatchObject({
      accepted: [{ email: ada }, { email: ben }],
      refused: [{ line: 4, reason: none }],
    });
  });

  it.each([
    ['semicolons', 'Name;Email;Town\nAda;ada@example.org;Bath, Somerset\nBen;ben@example.org;'],
    ['tabs', 'Name\tEmail\tTown, county\nAda\tada@example.org\tBath\nBen\tben@example.org\tB'],
    ['bars', 'Name|Email\nAda|ada@example.org\nBen|ben@example.org'],
    ['spaces after commas', 'Name, Email\n"A, B", "ada@example.org"\nBen, ben@example.org'],
    ['a byte order mark', '\uFEFF"Name","Email"\n"Ada","ada@example.org"\nBen,ben@example.org'],
    ['short and long lines', 'Name,Email\nAda,ada@example.org\nBen,ben@example.org,,,x'],
  ])('may have %s', (_, csv) => {
    expect(readAddressTable(csv).guessed).toBe(1);
    expect(emailsIn(csv)).toEqual([ada, ben]);
  });

  it.each(['sep=;', 'SEP=;\r', '"sep=;"'])(
    'may begin with a line that names the sign: %j',
    (first) => {
      const csv = `${first}\nName, first;Email\nAda, B;ada@example.org\nBen;\n`;
      expect(read(csv)).toEqual({
        accepted: [{ line: 3, email: ada }],
        refused: [{ line: 4, reason: none }],
        skipped: [
          { line: 1, reason: 'This line only says which sign stands between cells' },
          { line: 2, reason: headings },
        ],
      });
    },
  );

  it('without an address says so', () => {
    expect(readAddressTable('Name,Town\nAda,Bath').hasAddresses).toBe(false);
    expect(readAddressTable('').hasAddresses).toBe(false);
  });
});

describe('each line', () => {
  it.each([
    ['after a cell of two lines', 'Name,Email\n"A\r\nB",ada@example.org\nB,ben@example.org', 2, 4],
    ['after a long cell', 'Name,Email\n"A\n\n""B""\r\rC",ada@example.org\nB,ben@example.org', 2, 7],
    ['after empty lines', '\n \n,Email\nAda,ada@example.org\n\nBen,ben@example.org', 4, 6],
    ['in lines of a Mac', 'Name,Email\rAda,ada@example.org\rBen,ben@example.org', 2, 3],
    ['of both kinds', 'Name,Email\r\nAda,ada@example.org\nBen,ben@example.org', 2, 3],
    ['of a list', 'ada@example.org\n\n\n"ben\n"@example.org\nben@example.org', 1, 6],
  ])('keeps its number %s', (_, csv, first, second) => {
    const lines = read(csv).accepted.map(({ line }) => line);
    expect(lines).toEqual([first, second]);
  });

  it.each([
    ['of an empty cell', `Name,Email\nAda,${ada}\nBen\nCy,`, [3, none], [4, none]],
    ['of another text', `Name,Email\nAda,${ada}\nBen,ben at example.org`, [3, wrong]],
    ['without an @', `${ada}\nBen\n${cy}`, [2, none]],
    ['of several', `${ada}, ben@, ${cy}\n@cy\nben@example`, [1, wrong], [2, wrong], [3, wrong]],
    ['of none', `${ada}\nben@, cy@, @`, [2, '3 of these are not email addresses']],
    ['of the same in one line', `${ada}, ${ada}\nA <${ben}>, A <${ben}>`, [1, again], [2, again]],
    ['of the same', `${ada}, ${ben}\n${ben}, ${ada}`, [2, '2 addresses are here twice']],
    ['with a sign of another width', `${ada}\nben＠example.org`, [2, wrong]],
    ['with a space', `${ada}\nben @example.org`, [2, wrong]],
    ['that is here twice', `${ada}\n<ADA@example.org>`, [2, 'This address is here twice']],
  ])('is refused by its number if it has an entry %s', (_, csv, ...notes) => {
    expect(read(csv).refused).toEqual(notes.map(([line, reason]) => ({ line, reason })));
  });

  it('is skipped when it is empty, but not at the end of the file', () => {
    const skipped = [2, 3].map((line) => ({ line, reason: blank }));
    expect(read(`${ada}\n\n , \n${ben}\n`).skipped).toEqual(skipped);
  });

  it('keeps its number when entries come as a list', () => {
    expect(addressesIn([`Ada <${ada}>`, '', 'Ben', `${ben}, ${cy}`])).toEqual({
      accepted: [
        { line: 1, email: ada },
        { line: 4, email: ben },
        { line: 4, email: cy },
      ],
      refused: [{ line: 3, reason: wrong }],
      skipped: [{ line: 2, reason: blank }],
    });
  });
});

describe('a quotation mark that never closes', () => {
  const reason = 'A quotation mark opens here and never closes, so we read it as text';

  it.each([
    ['in the first line', `Name,Email\n"Ada,${ada}\nBen,${ben}\nCy,${cy}`, 2],
    ['in the last one', `Name,Email\nAda,${ada}\nBen,${ben}\n"Cy,${cy}`, 4],
    ['before whole ones', `Name,Email\n"Ada,${ada}\n"B, b","${ben}"\n"C\nc",${cy}`, 2],
    ['after whole ones', `Name,Email\n"A\na",${ada}\n"B, b",${ben}\nCy,"${cy}`, 5],
    ['before the address', `Email,Name\n"${ada},Ada\n${ben},Ben\n${cy},Cy`, 2],
    ['in a list', `${ada}\n"${ben}\n${cy}`, 2],
  ])('spoils no other line, and is reported: %s', (_, csv, line) => {
    expect(emailsIn(csv)).toEqual([ada, ben, cy]);
    expect(read(csv).skipped).toContainEqual({ line, reason });
  });

  it('is not reported where it closes, or is inside a text', () => {
    const csv = `Name,Email\n"A ""the"" B",${ada}\nBen "B" Bell,${ben}\n5" Cy,${cy}\n`;
    expect(emailsIn(csv)).toEqual([ada, ben, cy]);
    expect(read(csv).skipped).toEqual([{ line: 1, reason: headings }]);
  });
});

describe(`a list of any lines (seed ${seed})`, () => {
  const name = fc.constantFrom('Ada', 'Doe, Jane', "O'Neil", '', 'a "b" c', '"open', ' ', '7', '@');
  const address = fc.constantFrom(ada, ben, cy, `<${ada}>`, 'a@', `${ben}\u200B`, 'mailto:x@y.org');
  const between = fc.constantFrom(',', ';', '\t', ' ', ', ', '|', '\r\n', '\n', '\r', '"\n"', ',"');
  const piece = fc.oneof(name, address, between, fc.string({ maxLength: 5 }));
  const lists = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

  it('has every line accepted, refused or skipped', () => {
    fc.assert(
      fc.property(lists, (text) => {
        const table = readAddressTable(text);
        const { accepted, refused, skipped } = addressesOf(table);
        const told = new Set([...accepted, ...refused, ...skipped].map(({ line }) => line));
        const rows = [table.heading, ...table.rows].flatMap((row) => row ?? []);
        expect(rows.filter(({ line }) => !told.has(line))).toEqual([]);
        const lines = text.split(/\r\n|\r|\n/).length;
        expect([...told].filter((line) => line < 1 || line > lines)).toEqual([]);
      }),
      { seed, numRuns: 2_000 },
    );
  });

  it('has every whole address among words accepted once', () => {
    const words = fc.constantFrom('Ada', 'Doe, Jane', '(home)', '-', '', '1.', 'she said');
    const line = fc.array(fc.tuple(words, fc.emailAddress({ size: '-1' })), { maxLength: 4 });
    const ends = fc.constantFrom(', ', ';', '\t', '\n', '\r\n', ' ');
    fc.assert(
      fc.property(line, ends, (people, end) => {
        const usual = people.filter(([, email]) => /^\w[^|/?&=]*@[^@]+$/.test(email));
        const text = usual.map(([word, email]) => `${word} <${email}>`).join(end);
        const own = new Set(usual.map(([, email]) => email.toLowerCase()));
        expect(emailsIn(text).toSorted()).toEqual([...own].toSorted());
      }),
      { seed, numRuns: 1_000 },
    );
  });
});

it.each([
  ['lines', (index: number) => `Person ${index},person${index}@example.org,"Likes\nwalks"`],
  ['open quotes', (index: number) => `"Person ${index},person${index}@example.org,x`],
  ['one line', (index: number) => `,"Person" <person${index}@example.org>`],
])('50,000 people in %s are read', (kind, person) => {
  const people = Array.from({ length: 50_000 }, (_, index) => person(index));
  expect(read(people.join(kind === 'one line' ? '' : '\n')).accepted).toHaveLength(50_000);
});

it('each open quotation mark in 150,000 lines is reported', () => {
  const { accepted, skipped } = read(`"${ada}\n`.repeat(150_000));
  expect([accepted.length, skipped.length]).toEqual([1, 150_000]);
});
