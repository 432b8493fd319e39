import { describe, expect, it } from 'vitest';
import { ownNameRefusal } from './policy.ts';

describe('the name of a member', () => {
  const message = 'Please use your own name: this one reads like the site or its staff';
  const fieldsOf = (firstName: string, lastName?: string | null, siteName = 'Villagehall') =>
    ownNameRefusal({ firstName, lastName }, siteName)?.fields;

  it.each([
    'Villagehall',
    'Villagehall Admin',
    'Village Hall Support',
    'VILLAGEHALL',
    'Vi11agehaII',
    'Villageh\u0430ll',
    'The Villagehall Team',
    'Sam from Villagehall',
    'Admin',
    'admins',
    '\u0410dmin',
    'Adrnin',
    'Ádmin',
    'Admin Bob',
    'Admin2',
    'Admin 2',
    'no-reply-7',
    'Villagehal1',
    'Site Admin',
    'SiteAdmin',
    'No-reply',
    'no.reply',
    'N0reply',
    'Do not reply',
    'Mailer Daemon',
    'Moderator',
    'Webmaster',
    'Help Desk',
    'Support',
    'Customer Services',
    'Official Support',
    'The Team',
    'Security',
  ])("can't be %s", (name) => expect(fieldsOf(name)).toEqual({ firstName: message }));

  it.each([
    ['Villagehall', 'Admin', { firstName: message }],
    ['Sam', 'Villagehall', { lastName: message }],
    ['Sam', 'Site Admin', { lastName: message }],
    ['Mod', 'Support', { lastName: message }],
  ])("can't be %s %s", (first, last, fields) => expect(fieldsOf(first, last)).toEqual(fields));

  it("can't be the site’s name plus a role of its staff", () => {
    expect(fieldsOf('Hope', null, 'Hope')).toBeUndefined();
    expect(fieldsOf('Hope', 'Ellis', 'Hope')).toBeUndefined();
    expect(fieldsOf('Hope Team', null, 'Hope')).toEqual({ firstName: message });
    expect(fieldsOf('Hope', 'Admin', 'Hope')).toEqual({ lastName: message });
    expect(fieldsOf('Ann', 'Keswick Events', 'Keswick Events')).toEqual({ lastName: message });
    expect(fieldsOf('Ann', 'Ellis', '')).toBeUndefined();
  });

  it.each([
    ['Fatima', 'Admin'],
    ['Joe', 'Root'],
    ['Thế', 'Nguyễn'],
    ['Mod', null],
    ['The', 'Anh'],
    ['Staffan', 'Berg'],
    ['Trust', 'Moyo'],
    ['Hall', 'Village'],
    ['Amin', 'Adminov'],
    ['Teamu', 'Siteri'],
    ['Helper', 'Site'],
    ['ณัฐวุฒิ', null],
    ['李', '小龍'],
    ['محمد', 'علي'],
  ])('may be %s %s', (first, last) => expect(fieldsOf(first, last)).toBeUndefined());
});
