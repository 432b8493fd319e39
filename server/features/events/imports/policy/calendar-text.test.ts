import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escaped, readDraft } from '#tests/support/imports.ts';
import { fuzzSeed } from '#tests/support/seed.ts';

const descriptionOf = (text: string) => readDraft(`DESCRIPTION:${escaped(text)}`).description;
const titleOf = (text: string) => readDraft(`SUMMARY:${escaped(text)}`).title;
const placeOf = (text: string) => readDraft(`LOCATION:${escaped(text)}`).location;

describe('a link in a description keeps its address', () => {
  it.each([
    [
      'behind its words',
      'Please <a href="https://example.org/book">book here</a>.',
      'Please book here (https://example.org/book).',
    ],
    [
      'whatever its quotes, case and other attributes',
      "<A TARGET=_blank HREF='https://example.org/book' rel=nofollow>Book</A> and <a href=https://example.org/map>the map</a>",
      'Book (https://example.org/book) and the map (https://example.org/map)',
    ],
    [
      'apart from the words before a picture that has it',
      '<b>Our poster</b><a href="https://example.org/poster.pdf"><img src="a.png"></a>',
      'Our poster https://example.org/poster.pdf',
    ],
    [
      'below the words before such a picture',
      '<p>Our poster</p><a href="https://example.org/poster.pdf"><img src="a.png" alt=""></a>',
      'Our poster\n\nhttps://example.org/poster.pdf',
    ],
    [
      'once, where the words are the address',
      '<p>See <a href="https://example.org/walks/">example.org/walks</a></p>',
      'See example.org/walks',
    ],
    [
      'whole, where the words are cut',
      '<a href="https://example.org/a-very-long-page/of-walks">https://example.org/a-very-lo…</a>',
      'https://example.org/a-very-long-page/of-walks',
    ],
    [
      'with entities in it',
      '<a href="https://example.org/?walk=1&amp;day=2">Walk</a>',
      'Walk (https://example.org/?walk=1&day=2)',
    ],
    [
      'of an email',
      'Write to <a href="mailto:walks@example.org?subject=Hi">the walks team</a>',
      'Write to the walks team (walks@example.org)',
    ],
    [
      'of an email that says itself',
      '<a href="mailto:walks@example.org">walks@example.org</a>',
      'walks@example.org',
    ],
    ['of a phone', 'Ring <a href="tel:+441736555123">Ada</a>', 'Ring Ada (+441736555123)'],
    [
      'of a phone that says itself',
      '<a href="tel:+441736555123">01736 555 123</a>',
      '01736 555 123',
    ],
    [
      'around a picture',
      '<a href="https://example.org/map"><img src="x.png"></a>',
      'https://example.org/map',
    ],
    [
      'around a picture with words',
      '<a href="https://example.org/map"><img alt="Map of the walk" src="x.png"></a>',
      'Map of the walk (https://example.org/map)',
    ],
    [
      'without an end',
      '<a href="https://example.org/map">The map',
      'The map (https://example.org/map)',
    ],
    [
      'in the signs of Outlook',
      'Book here<https://example.org/book> today',
      'Book here (https://example.org/book) today',
    ],
    ['in signs alone', '<https://example.org/book>', 'https://example.org/book'],
    [
      'in signs, where the words are the address',
      'See www.example.org<http://www.example.org/> or ada@example.org<mailto:ada@example.org>',
      'See www.example.org or ada@example.org',
    ],
    ['of a video', '<iframe src="https://example.org/film"></iframe>', 'https://example.org/film'],
  ])('%s', (_, html, text) => {
    expect(descriptionOf(html)).toBe(text);
  });

  it.each([
    ['a script', '<a href="javascript:alert(1)">Book</a>', 'Book'],
    ['a part of its page', '<a href="#book">Book</a>', 'Book'],
    ['a page without a site', '<a href="/book">Book</a>', 'Book'],
    ['nothing', '<a name="top">Book</a>', 'Book'],
  ])('but for %s', (_, html, text) => {
    expect(descriptionOf(html)).toBe(text);
  });
});

describe('a link through a service that counts clicks leads where it says', () => {
  it.each([
    [
      'Google',
      'https://www.google.com/url?q=https://example.org/book%3Fday%3D2&sa=D&source=calendar&usg=AOvVaw',
      'https://example.org/book?day=2',
    ],
    [
      'Google of the UK, with another field',
      'https://www.google.co.uk/url?sa=t&url=https%3A%2F%2Fexample.org%2Fbook',
      'https://example.org/book',
    ],
    [
      'Outlook',
      'https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fbook&data=05%7C02&reserved=0',
      'https://example.org/book',
    ],
    [
      'Facebook',
      'https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fbook&h=AT0',
      'https://example.org/book',
    ],
    [
      'YouTube',
      'https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fexample.org%2Fbook',
      'https://example.org/book',
    ],
    [
      'one through another',
      `https://www.google.com/url?q=${encodeURIComponent('https://eur02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.org%2Fbook')}`,
      'https://example.org/book',
    ],
    [
      'Google without an address',
      'https://www.google.com/url?sa=D',
      'https://www.google.com/url?sa=D',
    ],
    [
      'Google with a script',
      'https://www.google.com/url?q=javascript:alert(1)',
      'https://www.google.com/url?q=javascript:alert(1)',
    ],
    ['a search', 'https://www.google.com/search?q=walks', 'https://www.google.com/search?q=walks'],
  ])('%s', (_, link, address) => {
    expect(descriptionOf(`Book: ${link}, please.`)).toBe(`Book: ${address}, please.`);
    const html = `<a href="${link.replaceAll('&', '&amp;')}">Book</a>`;
    expect(descriptionOf(html)).toBe(`Book (${address})`);
  });
});

describe('entities are decoded', () => {
  const entities = [
    ['Tea &amp; cake', 'Tea & cake'],
    ['Ada&#39;s choir', 'Ada’s choir'.replace('’', "'")],
    ['Ada&#8217;s choir', 'Ada’s choir'],
    ['Ada&#x2019;s choir', 'Ada’s choir'],
    ['Ada&rsquo;s &ldquo;choir&rdquo;', 'Ada’s “choir”'],
    ['Caf&eacute; &Eacute;toile', 'Café Étoile'],
    ['Half past seven &frac12; price', 'Half past seven ½ price'],
    ['Walk &rarr; pub', 'Walk → pub'],
    ['Tea&nbsp;and&nbsp;cake', 'Tea and cake'],
    // Numbers of Windows-1252, which HTML reads as its characters.
    ['Ada&#146;s choir &#150; free', 'Ada’s choir – free'],
    ['Fish &amp;amp; chips', 'Fish & chips'],
    ['Fish &amp;#038; chips', 'Fish & chips'],
  ] as const;
  it.each(entities)('in a title: %s', (sent, text) => {
    expect(titleOf(sent)).toBe(text);
  });
  it.each(entities)('in a place: %s', (sent, text) => {
    expect(placeOf(sent)).toBe(text);
  });
  it.each(entities)('in a description: %s', (sent, text) => {
    expect(descriptionOf(sent)).toBe(text);
    expect(descriptionOf(`<p>${sent}</p>`)).toBe(text);
  });

  it.each([
    ['R&D; and more'],
    ['Salt & pepper; vinegar'],
    ['https://example.org/?a=1&copy=2&lt=3'],
    ['&#0; and &#99999999;'],
    ['&constructor; &__proto__;'],
  ])('and other text stays: %s', (text) => {
    expect(descriptionOf(text)).toBe(text);
  });

  it('in HTML of XML', () => {
    expect(descriptionOf('<![CDATA[<p>Tea &amp; cake</p>]]>')).toBe('Tea & cake');
  });

  it('in HTML that is escaped whole', () => {
    expect(descriptionOf('&lt;p&gt;Tea &amp;amp; cake&lt;/p&gt;&lt;p&gt;Free&lt;/p&gt;')).toBe(
      'Tea & cake\n\nFree',
    );
  });

  it('once tags are away, so that words in signs stay', () => {
    expect(descriptionOf('<p>Type &lt;b&gt; for bold</p>')).toBe('Type <b> for bold');
  });
});

describe('line breaks survive', () => {
  it.each([
    [
      'beside a bold word',
      'Meet at <b>ten</b>\nBring boots\n\nHome by four',
      'Meet at ten\nBring boots\n\nHome by four',
    ],
    [
      'beside a link',
      'Meet at ten\nSee <a href="https://example.org/map">map</a>\nBring boots',
      'Meet at ten\nSee map (https://example.org/map)\nBring boots',
    ],
    [
      'beside one <br>',
      'Meet at ten\nBring boots<br>Home by four',
      'Meet at ten\nBring boots\nHome by four',
    ],
    [
      'once for a <br> at the end of its line',
      'Meet at ten<br>\nBring boots<br />\nHome by four',
      'Meet at ten\nBring boots\nHome by four',
    ],
    [
      'beside one paragraph',
      'Meet at ten\nBring boots\n<p>Home by four</p>\nor five',
      'Meet at ten\nBring boots\n\nHome by four\n\nor five',
    ],
    [
      'beside an open paragraph',
      'Meet at ten<p>Bring boots\nHome by four',
      'Meet at ten\n\nBring boots\nHome by four',
    ],
    [
      'of list items',
      '<ol>\n<li>Meet</li>\n<li>Walk</li>\n</ol>\n<ul><li>Tea<li>Cake</ul>',
      '1. Meet\n2. Walk\n• Tea\n• Cake',
    ],
    [
      'of a table',
      '<table><tr><td>10am</td><td>Meet</td></tr><tr><td>4pm</td><td>Home</td></tr></table>',
      '10am Meet\n4pm Home',
    ],
    [
      'of <div> as Google writes them',
      '<div>Meet at ten</div><div><br></div><div>Bring boots</div>',
      'Meet at ten\n\nBring boots',
    ],
  ])('%s', (_, sent, text) => {
    expect(descriptionOf(sent)).toBe(text);
  });

  it.each([
    [
      'in a paragraph',
      '<p>Meet at\n  the lock.</p>\n<p>Bring\nboots.</p>',
      'Meet at the lock.\n\nBring boots.',
    ],
    [
      'in a document',
      '<html>\n<body>\nMeet at\nthe lock.<br>Bring boots.\n</body>\n</html>',
      'Meet at the lock.\nBring boots.',
    ],
  ])('but those that only wrap HTML: %s', (_, sent, text) => {
    expect(descriptionOf(sent)).toBe(text);
  });
});

describe('text with < and > that are no tags', () => {
  it.each([
    ['Arrive < 7pm, leave > 9pm'],
    ['Arrive <7pm, leave >9pm'],
    ['For people < 30 & > 20, 5 <3'],
    ['Walkers <i am late> wait at the <gate>'],
    ['Ada <ada@example.org> leads'],
    ['a<b and b>c'],
    ['Bring < £5 -> the door'],
  ])('stays: %s', (text) => {
    expect(descriptionOf(text)).toBe(text);
    expect(descriptionOf(`<b>Note</b>: ${text}`)).toBe(`Note: ${text}`);
  });

  it('stays in a title and at a place', () => {
    expect(titleOf('Walk < 5 miles, pace > 3 mph')).toBe('Walk < 5 miles, pace > 3 mph');
    expect(placeOf('Boat <Ada>, Bath')).toBe('Boat <Ada>, Bath');
    expect(titleOf('<b>Quiz</b> night')).toBe('Quiz night');
  });

  it('loses scripts, styles and comments', () => {
    const html = '<style>p { color: red }</style><!-- a > b --><p>Walk</p><script>x < y</script>';
    expect(descriptionOf(html)).toBe('Walk');
  });

  it('stays beside a tag, whatever is between them', () => {
    const word = fc.string({
      unit: fc.constantFrom('q', '7', ' ', '<', '>', '=', '.'),
      maxLength: 30,
    });
    fc.assert(
      fc.property(word, (text) => {
        const shown = descriptionOf(`<em>Note</em>: ${text} end`);
        const signs = (each: string) => each.replaceAll(/\s/g, '');
        // <q> is a tag.
        expect(signs(shown)).toBe(signs(`Note: ${text.replaceAll(/<\s*q\s*>/g, '')} end`));
      }),
      { seed: fuzzSeed },
    );
  });
});

describe('a description that stands elsewhere', () => {
  const html =
    '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">\\n<HTML>\\n<HEAD>\\n<TITLE>x</TITLE>\\n</HEAD>\\n<BODY>\\n<P>Meet at the lock\\, please.</P>\\n<P>Bring boots.</P>\\n</BODY>\\n</HTML>';
  const text = 'Meet at the lock, please.\n\nBring boots.';

  it.each([
    ['Outlook’s', [`X-ALT-DESC;FMTTYPE=text/html:${html}`]],
    ['Outlook’s, beside an empty one', ['DESCRIPTION:\\n', `X-ALT-DESC;FMTTYPE=text/html:${html}`]],
    ['with quotes', [`X-ALT-DESC;FMTTYPE="text/html":${html}`]],
    ['without a type', [`X-ALT-DESC:${html}`]],
    ['RFC 9073', [`STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:${html}`]],
  ])('is read: %s', (_, lines) => {
    expect(readDraft(...lines).description).toBe(text);
  });

  it('is left where there is a plain one', () => {
    const lines = ['DESCRIPTION:Meet at the bridge.', `X-ALT-DESC;FMTTYPE=text/html:${html}`];
    expect(readDraft(...lines).description).toBe('Meet at the bridge.');
  });

  it('has all parts where there are several', () => {
    const lines = ['DESCRIPTION:Meet at the bridge.', 'DESCRIPTION;LANGUAGE=cy:Cwrdd wrth y bont.'];
    expect(readDraft(...lines).description).toBe('Meet at the bridge.\n\nCwrdd wrth y bont.');
  });
});

describe('a text of an older program', () => {
  it.each([
    [
      'in quoted-printable',
      ['SUMMARY;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9 club'],
      'Café club',
    ],
    ['without a charset', ['SUMMARY;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9 club'], 'Café club'],
    [
      'of Windows',
      ['SUMMARY;CHARSET=windows-1252;ENCODING=QUOTED-PRINTABLE:Caf=E9 =96 club'],
      'Café – club',
    ],
    [
      'of Windows without a charset',
      ['SUMMARY;ENCODING=QUOTED-PRINTABLE:Ada=92s caf=E9'],
      'Ada’s café',
    ],
    [
      'of another charset',
      ['SUMMARY;CHARSET=ISO-8859-2;ENCODING=QUOTED-PRINTABLE:Kaw=EA i ciasto'],
      'Kawę i ciasto',
    ],
    [
      'of an unknown charset',
      ['SUMMARY;CHARSET=X-NONE;ENCODING=QUOTED-PRINTABLE:Caf=C3=A9 club'],
      'Café club',
    ],
    ['in base64', ['SUMMARY;ENCODING=BASE64;CHARSET=UTF-8:Q2Fmw6kgY2x1Yg=='], 'Café club'],
    ['in base64 over lines', ['SUMMARY;ENCODING=B:Q2Fmw6', ' kgY2x1Yg=='], 'Café club'],
    ['in base64 of Windows', ['SUMMARY;ENCODING=BASE64:Q2Fm6SCWIGNsdWI='], 'Café – club'],
    ['that only says base64', ['SUMMARY;ENCODING=BASE64:Café club!'], 'Café club!'],
    ['by its encoding alone', ['SUMMARY;QUOTED-PRINTABLE:Caf=C3=A9 club'], 'Café club'],
    [
      'over several lines',
      ['SUMMARY;ENCODING=QUOTED-PRINTABLE:Caf=C3=', '=A9 club=', ' and tea'],
      'Café club and tea',
    ],
    [
      'over lines that look like others',
      ['SUMMARY;ENCODING=QUOTED-PRINTABLE:Tea=', 'LOCATION:no=20more'],
      'TeaLOCATION:no more',
    ],
    [
      'with signs that are no code',
      ['SUMMARY;ENCODING=QUOTED-PRINTABLE:a=b and 1+1=2!'],
      'a=b and 1+1=2!',
    ],
  ])('is read: %s', (_, lines, title) => {
    expect(readDraft(...lines).title).toBe(title);
  });

  it('has backslashes that are no escapes', () => {
    expect(titleOf('Files in C:\\New and D:\\rn')).toBe('Files in C:\\New and D:\\rn');
  });

  it.each([
    ['Tea\\\\, cake\\\\nHome', 'Tea, cake\nHome'],
    ['Bring boots\\\\n\\\\nHome at four', 'Bring boots\n\nHome at four'],
    ['Files in C:\\\\new\\, or here', 'Files in C:\\new, or here'],
    ['Files in C:\\\\docs\\\\new', 'Files in C:\\docs\\new'],
  ])('may be escaped twice: %s', (sent, text) => {
    expect(readDraft(`DESCRIPTION:${sent}`).description).toBe(text);
  });

  it('writes its line breaks in another way', () => {
    expect(readDraft('DESCRIPTION:Meet at ten\\r\\nBring boots').description).toBe(
      'Meet at ten\nBring boots',
    );
  });

  it('keeps its line breaks', () => {
    const line =
      'DESCRIPTION;ENCODING=QUOTED-PRINTABLE:Meet at ten=0D=0ABring boots=0D=0A=0D=0AHome';
    expect(readDraft(line).description).toBe('Meet at ten\nBring boots\n\nHome');
  });

  it.each([
    ['SUMMARY:Ada\u0092s caf\u00e9 \u0096 free', 'Ada’s café – free'],
    ['SUMMARY:\u0093Tea\u0094 for \u0080 2', '“Tea” for € 2'],
  ])('has the signs of Windows-1252: %j', (line, title) => {
    expect(readDraft(line).title).toBe(title);
  });
});

describe('what Meetup writes around a description goes', () => {
  const link = 'https://www.meetup.com/bath-walkers/events/300000001/';
  const own = 'Meet at the lock.\n\nBring boots.';
  it.each([
    [
      'its name, time and link',
      `Bath Walkers\nSunday, January 10 at 10:00 AM\n\n${own}\n\n${link}`,
    ],
    ['in British order', `Bath Walkers\nSunday, 10 January at 10:00\n\n${own}\n\n${link}`],
    ['without a time', `Bath Walkers\n\n${own}\n\n${link}`],
    ['without a name', `${own}\n\n${link}`],
    [
      'with a name that is not in its link',
      `The Saturday Club\nSunday, January 10, 2027 at 10:00 AM GMT\n\n${own}\n${link}`,
    ],
    [
      'from before https',
      `Bath Walkers\nSunday, January 10 at 10:00 AM\n\n${own}\n\nhttp://www.meetup.com/Bath-Walkers/events/300000001/`,
    ],
  ])('%s', (_, sent) => {
    expect(descriptionOf(sent)).toBe(own);
  });

  it.each([
    ['an event of Meetup in a sentence', `${own}\n\nWas at ${link} before.`],
    [
      'a first line and a day of people’s',
      `Hello all\nSunday is at the lock, from 10:00 on\n\n${own}`,
    ],
    ['a link to a group', `${own}\n\nhttps://www.meetup.com/bath-walkers/`],
  ])('and nothing else: %s', (_, sent) => {
    expect(descriptionOf(sent)).toBe(sent);
  });
});
