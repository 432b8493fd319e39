import { describe, expect, it } from 'vitest';
import type { Draft } from '#platform/calendar/drafts.ts';
import { readDraft } from '#tests/support/imports.ts';

/** Escapes a text for a calendar (RFC 5545, section 3.3.11). */
const escaped = (text: string) =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll('\n', '\\n');

const hall = 'LOCATION:The Boathouse\\, Bath';
const zoom = 'https://us02web.zoom.us/j/81234567890?pwd=AbCd.1';
const teams =
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_Zm%40thread.v2/0?context=%7b%22Tid%22%3a%221%22%7d';
const meet = 'https://meet.google.com/abc-defg-hij';

/** Everything that everybody may read of an event. */
const publicOf = ({ title, description, location }: Draft) =>
  [title, description, location].join('\n');
const warningsOf = ({ warnings }: Draft) => warnings.join('\n');

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

  it('with its passcode and ID in the warning alone', () => {
    const draft = readDraft(
      `LOCATION:${escaped('Zoom https://zoom.us/j/812 (Meeting ID: 812 3456 7890, passcode 4545)')}`,
    );
    expect(publicOf(draft)).not.toMatch(/4545|7890|passcode/);
    expect(warningsOf(draft)).toContain('Meeting ID: 812 3456 7890 · passcode 4545');
  });
});

describe('the link of a property is the link to take part', () => {
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
  ])('%j', (lines, onlineUrl) => {
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
    ['URL:https://example.org/walks'],
    ['URL:https://zoom.us/meeting/register/abc'],
    ['URL:https://zoom.us/download'],
    ['URL:https://meet.google.com/'],
    ['X-ORIGINAL-URL:https://example.org/walks'],
    ['X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Bath:geo:51.3,-2.3'],
    ['X-MICROSOFT-ONLINEMEETINGCONFLINK:conf:sip:ada@example.org;gruu'],
  ])('but not %s', (line) => {
    expect(readDraft(hall, line)).toMatchObject({ onlineUrl: null, warnings: [] });
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

  it('names a second meeting', () => {
    const draft = readDraft(`LOCATION:${zoom}`, `X-GOOGLE-CONFERENCE:${meet}`);
    expect(draft.onlineUrl).toBe(zoom);
    expect(draft.warnings).toContain(`It has another link, which was left out: ${meet}`);
  });
});

const fence = '_'.repeat(80);
const googleFence = `-::~:~::${'~:'.repeat(30)}:~::-`;
const before = 'Bring the book and a mug.';
const after = 'Everybody is welcome.';

/** Invitations as programs write them, with a text before and one behind them. */
const invitations: [name: string, link: string, text: string][] = [
  [
    'Teams',
    teams,
    `${fence}
Microsoft Teams Need help?<https://aka.ms/JoinTeamsMeeting?omkt=en-GB>
Join the meeting now<${teams}>
Meeting ID: 345 678 901 23
Passcode: Xy7Zq9
________________________________
Dial in by phone
+44 20 3443 8000,,123456789# United Kingdom, City of London
Find a local number<https://dialin.teams.microsoft.com/1a2b?id=123456789>
Phone conference ID: 123 456 789#
For organizers: Meeting options<https://teams.microsoft.com/meetingOptions/?organizerId=1> | Reset dial-in PIN<https://dialin.teams.microsoft.com/usp/pstnconferencing>
${fence}`,
  ],
  [
    'an older Teams',
    teams,
    `________________________________
Microsoft Teams meeting
Join on your computer, mobile app or room device
Click here to join the meeting<${teams}>
Meeting ID: 345 678 901 234
Passcode: Xy7Zq9
Download Teams<https://www.microsoft.com/en-us/microsoft-teams/download-app> | Join on the web<https://www.microsoft.com/microsoft-teams/join-a-meeting>
Or call in (audio only)
+44 20 3443 8000,,123456789#   United Kingdom, London
Phone Conference ID: 123 456 789#
Find a local number<https://dialin.teams.microsoft.com/1a2b?id=123456789> | Reset PIN<https://mysettings.lync.com/pstnconferencing>
Learn More<https://aka.ms/JoinTeamsMeeting> | Meeting options<https://teams.microsoft.com/meetingOptions/?organizerId=1>
________________________________`,
  ],
  [
    'Teams with its short link',
    'https://teams.microsoft.com/meet/34567890123?p=AbCdEf',
    `${fence}
Microsoft Teams Need help?
Join: https://teams.microsoft.com/meet/34567890123?p=AbCdEf
Meeting ID: 345 678 901 23
Passcode: Xy7Zq9
${fence}`,
  ],
  [
    'Zoom',
    zoom,
    `Ada Brook is inviting you to a scheduled Zoom meeting.

Topic: Book club
Time: Jan 10, 2027 10:00 AM London
        Every week on Sun, until Mar 28, 2027, 12 occurrence(s)
Please download and import the following iCalendar (.ics) files to your calendar system.
Weekly: https://us02web.zoom.us/meeting/tExample/ics?icsToken=abc

Join Zoom Meeting
${zoom}

Meeting ID: 812 3456 7890
Passcode: 123456

---

One tap mobile
+442034815237,,81234567890#,,,,*123456# United Kingdom
+442034815240,,81234567890#,,,,*123456# United Kingdom

---

Dial by your location
• +44 203 481 5237 United Kingdom
• +1 646 558 8656 US (New York)

Meeting ID: 812 3456 7890
Passcode: 123456

Find your local number: https://us02web.zoom.us/u/kbExample

---

Join by SIP
• 81234567890@zoomcrc.com

Join by H.323
• 162.255.37.11 (US West)
• 213.19.144.110 (Amsterdam Netherlands)`,
  ],
  [
    'Zoom in short',
    zoom,
    `Join Zoom Meeting: ${zoom}\nMeeting ID: 812 3456 7890\nPassword: tea4two`,
  ],
  [
    'Meet',
    meet,
    `${googleFence}
Join with Google Meet: ${meet}
Or dial: (GB) +44 20 3956 1234 PIN: 123456789#
More phone numbers: https://tel.meet/abc-defg-hij?pin=1234567890123&hs=7

Learn more about Meet at: https://support.google.com/a/users/answer/9282720

Please do not edit this section.
${googleFence}`,
  ],
  [
    'an older Meet',
    meet,
    `${googleFence}
Please do not edit this section of the description.

This event has a video call.
Join: ${meet}
(GB) +44 20 3956 1234 PIN: 123456789#

View your event at https://www.google.com/calendar/event?action=VIEW&eid=abc.
${googleFence}`,
  ],
  [
    'Webex',
    'https://village.webex.com/village/j.php?MTID=m012',
    `Ada Brook invites you to join this Webex meeting.

Join meeting
https://village.webex.com/village/j.php?MTID=m012

Meeting number (access code): 2630 123 4567
Meeting password: AbCd1234

Join by video system
Dial 26301234567@village.webex.com
You can also dial 192.0.2.68 and enter your meeting number.

Join by phone
+44-20-7946-0199 United Kingdom Toll
Access code: 2630 123 4567

Need help? Go to https://help.webex.com`,
  ],
  [
    'Jitsi',
    'https://meet.jit.si/VillageBooks',
    'To join the meeting on Jitsi, click this link:\nhttps://meet.jit.si/VillageBooks',
  ],
];

describe('an invitation in a description moves to the link to take part whole', () => {
  const leaks =
    /https?:|\bid\b|pass(?:code|word)|\bPIN\b|\+44|345 678|812 3456|2630|Xy7Zq9|123456|tea4two|AbCd1234|\bjoin\b|\bdial\b|_{3}|~:/i;

  it.each(invitations)('of %s', (_, link, text) => {
    const draft = readDraft(hall, `DESCRIPTION:${escaped(`${before}\n\n${text}\n\n${after}`)}`);
    expect(draft.onlineUrl).toBe(link);
    expect(draft.description).toBe(`${before}\n\n${after}`);
    expect(publicOf(draft)).not.toMatch(leaks);
  });

  it.each(invitations)('of %s, alone', (_, link, text) => {
    const draft = readDraft(`DESCRIPTION:${escaped(text)}`);
    expect(draft).toMatchObject({ onlineUrl: link, description: '', location: 'Online' });
  });

  it.each(invitations.filter(([, , text]) => !text.includes('<http')))(
    'of %s, in HTML',
    (_, link, text) => {
      const lines = text
        .replaceAll('&', '&amp;')
        .replaceAll(/https:\S+/g, (url) => `<a href="${url}">${url}</a>`)
        .replaceAll('\n', '<br>');
      const html = `<p>${before}</p>${lines}<p>${after}</p>`;
      const draft = readDraft(hall, `DESCRIPTION:${escaped(html)}`);
      expect(draft.onlineUrl).toBe(link);
      expect(draft.description).toBe(`${before}\n\n${after}`);
    },
  );

  it('names ids, passcodes and numbers to organisers', () => {
    const all = invitations.map(([, , text]) =>
      warningsOf(readDraft(`DESCRIPTION:${escaped(text)}`)),
    );
    expect(all[0]).toContain('Meeting ID: 345 678 901 23 · Passcode: Xy7Zq9 · +44 20 3443 8000');
    expect(all[3]).toContain('Meeting ID: 812 3456 7890 · Passcode: 123456');
    expect(all[3]).toContain('+44 203 481 5237 United Kingdom');
    expect(all[5]).toContain('(GB) +44 20 3956 1234 PIN: 123456789#');
    expect(all[7]).toContain('Meeting password: AbCd1234');
    for (const said of all.slice(0, -1)) expect(said).toContain('Please send them in a message: ');
  });
});

describe('a link and its codes leave the sentences that they stand in', () => {
  it.each([
    [
      `We read on Zoom: ${zoom} (passcode 4545). Bring a mug.`,
      'We read on Zoom: (link for those who are going). Bring a mug.',
    ],
    [`Book club (${zoom}), every week`, 'Book club (link for those who are going), every week'],
    [
      `<p>Book club on <a href="${zoom}">our Zoom</a> at ten.</p>`,
      'Book club on our Zoom (link for those who are going) at ten.',
    ],
    [
      `Book club. ${zoom}\nThe passcode is 4545.\nBring a mug.`,
      'Book club. (link for those who are going)\n\nBring a mug.',
    ],
    [
      `Come online: ${zoom}, Meeting ID 812 3456 7890 and password: tea4two; we start at ten`,
      'Come online: (link for those who are going), and; we start at ten',
    ],
  ])('%s', (sent, text) => {
    const draft = readDraft(hall, `DESCRIPTION:${escaped(sent)}`);
    expect(draft).toMatchObject({ onlineUrl: zoom, description: text });
    expect(publicOf(draft)).not.toMatch(/4545|812|tea4two/);
    const [code = ''] = /4545|tea4two/.exec(sent) ?? [];
    expect(warningsOf(draft)).toContain(code);
  });

  it('in a title, too', () => {
    const draft = readDraft(`SUMMARY:Book club ${zoom}`);
    expect(draft).toMatchObject({ title: 'Book club', onlineUrl: zoom });
    expect(readDraft(`SUMMARY:${zoom}`)).toMatchObject({ title: 'Online event', onlineUrl: zoom });
  });

  it('where only a Zoom meeting’s ID is told, its room is found', () => {
    const draft = readDraft(
      'DESCRIPTION:We meet on Zoom.\\nMeeting ID: 812 3456 7890\\nPasscode: 4545',
    );
    expect(draft).toMatchObject({
      onlineUrl: 'https://zoom.us/j/81234567890',
      description: 'We meet on Zoom.',
    });
    expect(draft.warnings).toContain(
      'Its link to take part online is made from its Zoom meeting ID. Please check it.',
    );
  });

  it('where the link is a property, the codes of the text go', () => {
    const draft = readDraft(
      `X-GOOGLE-CONFERENCE:${meet}`,
      'DESCRIPTION:Bring a mug.\\nPIN: 123 456 789#',
    );
    expect(draft.description).toBe('Bring a mug.');
    expect(warningsOf(draft)).toContain('PIN: 123 456 789#');
  });

  it.each([
    ['The password is friend, said the wizard. A reading of Tolkien.'],
    ['Learn how to choose a password: a workshop for beginners.'],
    ['Door code: 4545. Ring if you are late.'],
    ['Tickets: https://example.org/tickets, ID required.'],
    ['Register at https://zoom.us/meeting/register/abc for the link.'],
    ['----------\nProgramme\n----------\nTime: ten\nTopic: boats'],
    ['Ring Ada on +44 7700 900123.'],
    ['See https://teams.microsoft.com/downloads for the app.'],
  ])('and other texts stay: %s', (text) => {
    expect(readDraft(hall, `DESCRIPTION:${escaped(text)}`)).toMatchObject({
      description: text,
      onlineUrl: null,
      warnings: [],
    });
  });

  it.each([
    ['the Wi-Fi', 'Wi-Fi password: village'],
    ['the door', 'The door code: 4545'],
    ['a phone', 'Lost? Ring Ada on +44 7700 900123'],
    ['another page', 'Tickets: https://example.org/tickets'],
  ])('even beside a meeting: %s', (_, line) => {
    const draft = readDraft(
      hall,
      `DESCRIPTION:${escaped(`${line}\n\nJoin Zoom Meeting\n${zoom}`)}`,
    );
    expect(draft).toMatchObject({ description: line, onlineUrl: zoom });
  });
});
