import { describe, expect, it } from 'vitest';
import { escaped, meetings, publicOf, readDraft, warningsOf } from '#tests/support/imports.ts';

const { hall, zoom, teams, meet } = meetings;

describe('the link at a place is the link to take part, and the place keeps the rest', () => {
  it.each([
    ['Remote; https://meet.example/abc', 'https://meet.example/abc', 'Remote'],
    [
      'Zoom https://us02web.zoom.us/j/812 (passcode 4545)',
      'https://us02web.zoom.us/j/812',
      'Online: Zoom',
    ],
    ['https://meet.example/abc', 'https://meet.example/abc', 'Online'],
    ['https://meet.example/', 'https://meet.example/', 'Online'],
    ['Online: https://example.org/room/7.', 'https://example.org/room/7', 'Online'],
    [
      'The Boathouse, Bath and https://us02web.zoom.us/j/812',
      'https://us02web.zoom.us/j/812',
      'The Boathouse, Bath',
    ],
    [
      'The Boathouse, Bath; Microsoft Teams Meeting; https://teams.live.com/meet/93?p=x',
      'https://teams.live.com/meet/93?p=x',
      'The Boathouse, Bath',
    ],
    ['zoom.us/j/81234567890', 'https://zoom.us/j/81234567890', 'Online'],
    ['http://zoom.us/j/81234567890', 'https://zoom.us/j/81234567890', 'Online'],
    ['Google Meet (meet.google.com/abc-defg-hij)', meet, 'Google Meet'],
    ['Zoom: <https://zoom.us/j/812>', 'https://zoom.us/j/812', 'Online: Zoom'],
    ['https://www.google.com/url?q=https://zoom.us/j/812&sa=D', 'https://zoom.us/j/812', 'Online'],
    ['<a href="https://zoom.us/j/812">Zoom room</a>', 'https://zoom.us/j/812', 'Zoom room'],
    [
      'Zoom\nhttps://zoom.us/j/812\nMeeting ID: 812\nPasscode: tea',
      'https://zoom.us/j/812',
      'Online: Zoom',
    ],
  ])('%s', (place, onlineUrl, location) => {
    expect(readDraft(`LOCATION:${escaped(place)}`)).toMatchObject({ onlineUrl, location });
  });

  it.each([
    ['a map', 'The Boathouse https://maps.app.goo.gl/abc'],
    ['a map alone', 'https://www.google.com/maps/place/Bath'],
    ['the site of a pub', 'The Bell Inn, https://thebell.example'],
    ['a site without encryption', 'The Bell Inn, http://thebell.example/find-us'],
    ['a name', 'Zoom'],
  ])('but not %s', (_, place) => {
    expect(readDraft(`LOCATION:${escaped(place)}`)).toMatchObject({
      onlineUrl: null,
      location: place,
    });
  });

  it('and says where that is a guess', () => {
    const draft = readDraft('LOCATION:The Boathouse\\, https://boathouse.example/live');
    expect(draft).toMatchObject({
      onlineUrl: 'https://boathouse.example/live',
      location: 'The Boathouse',
      warnings: [
        'The link at its place is now its link to take part online. Please check that it is one.',
        'It has a place and a link, so people can come or take part online.',
      ],
    });
  });

  it('made from a Zoom meeting’s ID there', () => {
    expect(readDraft('LOCATION:The Boathouse or Zoom 812 3456 7890')).toMatchObject({
      location: 'The Boathouse',
      onlineUrl: 'https://zoom.us/j/81234567890',
    });
  });

  it('with its passcode and ID in the warning alone', () => {
    const draft = readDraft(
      `LOCATION:${escaped('Zoom https://zoom.us/j/812 (Meeting ID: 812 3456 7890, passcode 4545)')}`,
    );
    expect(publicOf(draft)).not.toMatch(/4545|7890|passcode/);
    expect(warningsOf(draft)).toContain('Meeting ID: 812 3456 7890 · passcode 4545');
  });
});

describe('a link to take part that its place or a property says', () => {
  const own = 'https://video.village.example/room/abc';
  it.each([
    ['its place', `LOCATION:${own}`],
    ['a property', `CONFERENCE;VALUE=URI;FEATURE=VIDEO:${own}`],
  ])('leaves the texts, whosever room it is: %s', (_, line) => {
    const text = `Bring tea to ${own}?pwd=1 at seven.\\n\\nJoin: ${own}`;
    const draft = readDraft(line, `DESCRIPTION:${text}`, `SUMMARY:Canal talk ${own}`);
    expect(publicOf(draft)).not.toContain('room');
    expect(draft).toMatchObject({
      onlineUrl: expect.stringContaining(own),
      title: 'Canal talk',
      description: 'Bring tea to (link for those who are going) at seven.',
    });
  });
});

describe('the link of a property', () => {
  it.each([
    [
      ['CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL="Join: here":https://video.example/abc'],
      'https://video.example/abc',
    ],
    [
      [
        'CONFERENCE;VALUE=URI;FEATURE=CHAT:https://chat.example/abc',
        'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example/abc',
      ],
      'https://video.example/abc',
    ],
    [['X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij'], meet],
    [[`X-MICROSOFT-SKYPETEAMSMEETINGURL:${teams}`], teams],
    [[`X-MICROSOFT-ONLINEMEETINGEXTERNALLINK:${teams}`], teams],
    [
      ['X-OPENPAAS-VIDEOCONFERENCE:https://visio.example/qni-mdhd'],
      'https://visio.example/qni-mdhd',
    ],
    [[`X-ZOHO-INFO:{"room":"${zoom}"}`], zoom],
    [[`URL:${zoom}`], zoom],
    [['URL;VALUE=URI:https://whereby.com/village-choir'], 'https://whereby.com/village-choir'],
    [[`ATTACH:${zoom}`], zoom],
    [[`COMMENT:Join at ${zoom} please`], zoom],
    [[`CONTACT;X-A=b:Ada\\, ${zoom}`], zoom],
  ])('is the link to take part: %j', (lines, onlineUrl) => {
    expect(readDraft(...lines)).toMatchObject({ onlineUrl, location: 'Online' });
    expect(readDraft(hall, ...lines)).toMatchObject({
      onlineUrl,
      location: 'The Boathouse, Bath',
      warnings: expect.arrayContaining([
        'It has a place and a link, so people can come or take part online.',
      ]),
    });
  });

  it.each([
    ['URL:https://www.meetup.com/walkers/events/300/'],
    ['ATTACH;FMTTYPE=image/png:https://example.org/walk.png'],
    ['ATTACH;ENCODING=BASE64;VALUE=BINARY:aHR0cHM6Ly96b29tLnVzL2ovODEyMzQ1Njc4OTA='],
    ['X-ORIGINAL-URL:https://example.org/walks'],
    ['X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Bath:geo:51.3,-2.3'],
    ['X-MICROSOFT-ONLINEMEETINGCONFLINK:conf:sip:ada@example.org;gruu'],
  ])('is no link to take part: %s', (line) => {
    expect(readDraft(hall, line)).toMatchObject({ onlineUrl: null, warnings: [] });
  });

  it.each([
    ['URL:https://example.org/walks'],
    ['URL:https://zoom.us/meeting/register/abc'],
    ['URL:https://zoom.us/download'],
    ['URL:https://meet.google.com/'],
    ['ATTACH;FMTTYPE=application/pdf:https://example.org/map.pdf'],
  ])('is told to organisers where it leads elsewhere: %s', (line) => {
    const link = line.slice(line.indexOf('https'));
    const draft = readDraft(hall, line);
    expect(draft).toMatchObject({
      onlineUrl: null,
      warnings: [`It also has this link, which was left out: ${link}`],
    });
    expect(readDraft(hall, line, `DESCRIPTION:Read ${link} first.`).warnings).toEqual([]);
  });

  it('tells a comment to organisers alone', () => {
    const draft = readDraft(hall, 'COMMENT:Passcode: 998877\\nDoors at seven');
    expect(publicOf(draft)).not.toContain('9988');
    expect(draft.warnings).toEqual([
      'It has a comment, which was left out: Passcode: 998877 Doors at seven',
    ]);
  });

  it('tells a number to dial and a moderator’s link to organisers alone', () => {
    const draft = readDraft(
      'CONFERENCE;VALUE=URI;FEATURE=PHONE,MODERATOR:tel:+442034815237,,812,,4545',
      'CONFERENCE;VALUE=URI;FEATURE=MODERATOR:https://video.example/host',
      'CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://video.example/abc',
    );
    expect(draft.onlineUrl).toBe('https://video.example/abc');
    expect(warningsOf(draft)).toContain(
      'tel:+442034815237,,812,,4545 · https://video.example/host',
    );
  });

  it('is the one with a passcode, of two to one meeting', () => {
    const draft = readDraft(
      'LOCATION:https://us02web.zoom.us/j/81234567890',
      `DESCRIPTION:Join us: ${zoom}`,
    );
    expect(draft.onlineUrl).toBe(zoom);
    expect(warningsOf(draft)).not.toContain('another link');
  });

  it.each([
    ['https://app.gotomeeting.com/?meetingId=1', 'https://app.gotomeeting.com/?meetingId=2'],
    ['https://signal.link/call/#key=abc', 'https://signal.link/call/#key=def'],
    ['https://x.webex.com/x/j.php?MTID=m1', 'https://x.webex.com/x/j.php?MTID=m2'],
  ])('names a second meeting on the same page: %s', (one, two) => {
    const draft = readDraft(`LOCATION:${one}`, `DESCRIPTION:Or join ${two} later.`);
    expect(draft.onlineUrl).toBe(one);
    expect(draft.warnings).toContain(`It has another link, which was left out: ${two}`);
  });

  it('names a second meeting', () => {
    const draft = readDraft(`LOCATION:${zoom}`, `X-GOOGLE-CONFERENCE:${meet}`);
    expect(draft.onlineUrl).toBe(zoom);
    expect(draft.warnings).toContain(`It has another link, which was left out: ${meet}`);
  });
});
