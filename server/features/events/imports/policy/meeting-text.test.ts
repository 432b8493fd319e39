import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escaped, meetings, publicOf, readDraft, warningsOf } from '#tests/support/imports.ts';
import { fuzzSeed } from '#tests/support/seed.ts';

const { hall, zoom, teams, meet } = meetings;

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
    'Jitsi with a phone',
    'https://meet.jit.si/VillageBooks',
    `Click the following link to join the meeting:
https://meet.jit.si/VillageBooks

To join by phone instead, tap this: +44.20.7946.0199,,1234567890#

Looking for a different dial-in number?
See meeting dial-in numbers: https://meet.jit.si/static/dialInInfo.html?room=VillageBooks

If also dialing-in through a room phone, join without connecting to audio: https://meet.jit.si/VillageBooks#config.startSilent=true`,
  ],
  [
    'GoToMeeting',
    'https://global.gotomeeting.com/join/123456789',
    `Please join my meeting from your computer, tablet or smartphone.
https://global.gotomeeting.com/join/123456789

You can also dial in using your phone.
(For supported devices, tap a one-touch number below to join instantly.)

United Kingdom: +44 330 221 0088
- One-touch: tel:+443302210088,,123456789#

Access Code: 123-456-789

Join from a video-conferencing room or system.
Dial in or type: 192.0.2.68 or inroomlink.goto.com
Meeting ID: 123 456 789
Or dial directly: 123456789@192.0.2.68 or 192.0.2.68##123456789

Get the app now and be ready when your first meeting starts:
https://global.gotomeeting.com/install/123456789`,
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
      `Join ${zoom} - the password for the meeting is tea4two - or come in`,
      'Join (link for those who are going) - the - or come in',
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

  it.each([
    ['msteams:/l/meetup-join/19%3ax/0', 'https://teams.microsoft.com/l/meetup-join/19%3ax/0'],
    [
      'msteams://teams.microsoft.com/l/meetup-join/19%3ax/0',
      'https://teams.microsoft.com/l/meetup-join/19%3ax/0',
    ],
    ['zoommtg://zoom.us/join?confno=812345&pwd=s3cret', 'https://zoom.us/j/812345?pwd=s3cret'],
    ['zoomus://us02web.zoom.us/join?action=join&confno=812345', 'https://us02web.zoom.us/j/812345'],
    ['org.jitsi.meet://meet.jit.si/VillageChoir', 'https://meet.jit.si/VillageChoir'],
    ['https://app.gotomeeting.com/?meetingId=123456789', undefined],
    ['https://g.co/meet/village', undefined],
    ['https://signal.link/call/#key=abcd-efgh', undefined],
    ['https://call.whatsapp.com/video/AbCd', undefined],
    ['https://cloud.village.example/call/a1b2c3d4', undefined],
    ['https://cloud.village.example/index.php/call/a1b2c3d4', undefined],
    ['https://webconf.village.example/b/ada-xyz-123-abc', undefined],
    ['https://video.village.example/rooms/abc-def-ghi-jkl/join', undefined],
    ['https://teams.microsoft.com/v2/?meetingjoin=true#/l/meetup-join/19:x@thread.v2/0', undefined],
  ])('whatever opens the meeting: %s', (link, onlineUrl = link) => {
    expect(readDraft(hall, `DESCRIPTION:Come at seven: ${link} is open.`)).toMatchObject({
      description: 'Come at seven: (link for those who are going) is open.',
      onlineUrl,
    });
  });

  it.each([
    ['Ring 0330 336 6006 at seven and give the access code 123456# to our caretaker.', '123456'],
    ['Zoom 812 3456 7890 pw tea', 'tea'],
    ['We meet on Zoom, pwd friend', 'friend'],
  ])('also a code that has no sign before it: %s', (text, code) => {
    const draft = readDraft(hall, `DESCRIPTION:${escaped(text)}`);
    expect(publicOf(draft)).not.toContain(code);
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

  it.each([
    ['Zoom\nID: 812 3456 7890\nPasscode 99'],
    ['Zoom MeetingID: 812-3456-7890 PW=tea4two'],
    ['On Zoom: 812 3456 7890 / pw: tea4two. Bring a mug.'],
    ['Zoom ID 81234567890, password is tea4two.'],
    ['Zoom ID: 812 3456 7890, pass tea4two'],
    ['Zoom ID 812 3456 7890 P/W: tea4two'],
    ['Zoom mtg ID: 812 3456 7890 - code: tea4two'],
    ['Zoom-ID: 812 3456 7890\nKenncode: tea4two'],
    ['Zoom (Meeting-ID 812 3456 7890 passcode is “tea4two”)'],
  ])('however it is written: %s', (text) => {
    const draft = readDraft(`DESCRIPTION:${escaped(text)}`);
    expect(draft.onlineUrl).toBe('https://zoom.us/j/81234567890');
    expect(publicOf(draft)).not.toMatch(/\d{4}|99|tea/);
    expect(warningsOf(draft)).toMatch(/812[ -]?3456[ -]?7890/);
    expect(warningsOf(draft)).toMatch(/99|tea4two/);
  });

  it('where a number to dial has a code, the code goes', () => {
    const draft = readDraft(
      hall,
      'DESCRIPTION:Dial in: 020 3481 5237\\, access code 123456#. Bring a mug.',
    );
    expect(draft.description).toBe('Dial in: 020 3481 5237. Bring a mug.');
    expect(warningsOf(draft)).toContain('access code 123456#');
  });

  it.each([
    ['+442034815237,,81234567890#,,,,*123456#'],
    ['tel:+442034815237,81234567890#'],
    ['020 3481 5237,,123456#'],
  ])('where a number to dial goes on with a code, both go: %s', (number) => {
    const draft = readDraft(hall, `DESCRIPTION:${escaped(`Ring ${number} to listen to Zoom.`)}`);
    expect(draft.description).toBe('Ring to listen to Zoom.');
    expect(warningsOf(draft)).toContain(number);
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
    ['Free on Zoom. The passcode is sent by email.'],
    ['Bring your student ID: no ID, no Zoom.'],
    ['Zoom 2000 is a film of 1999 12345.'],
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
    ['clothes', 'Dress code: 1920s'],
    ['a discount', 'Book with the promo code WALK20'],
    ['a bus', 'Bring your bus pass: 2027'],
    ['a price', 'Pass: £12.50'],
    ['two phones', 'Ring 01225 460199, 07700 900123'],
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

it('no ID or passcode of an invitation is left in public, whatever its signs', () => {
  const sign = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const passcode = fc
    .string({ unit: sign, minLength: 6, maxLength: 10 })
    .filter((code) => /\d/.test(code) && /^[\w!#$%*@&(]/.test(code) && /[\w!#$%*@]$/.test(code))
    .filter((code) => !/<|&\w+;/.test(code));
  const id = fc.integer({ min: 10_000_000_000, max: 99_999_999_999 }).map(String);
  const format = fc.constantFrom(
    (code: string, number: string) =>
      `Join Zoom Meeting\n${zoom}\n\nMeeting ID: ${number}\nPasscode: ${code}`,
    (code: string, number: string) => `Zoom: ${zoom}\nID: ${number}\nPassword = ${code}`,
    (code: string, number: string) => `Meeting ID: ${number}\nPasscode: ${code}\nJoin on Zoom`,
  );
  fc.assert(
    fc.property(passcode, id, format, (code, number, invitation) => {
      const text = `${before}\n\n${invitation(code, number)}\n\n${after}`;
      const draft = readDraft(hall, `DESCRIPTION:${escaped(text)}`);
      expect(publicOf(draft)).not.toContain(code);
      expect(publicOf(draft)).not.toContain(number);
      expect(warningsOf(draft)).toContain(code);
      expect(warningsOf(draft)).toContain(number);
      expect(draft.description).toContain(before);
      expect(draft.description).toContain(after);
    }),
    { numRuns: 500, seed: fuzzSeed },
  );
});
