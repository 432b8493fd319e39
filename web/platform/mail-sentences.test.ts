import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** A promise that an email goes out, or that one has gone. */
const promise =
  /\bwe(?:['’]ll|['’]ve)? (?:also )?(?:email|emailed|remind you|sent you)\b|check your (?:email|inbox|spam)|spam folder|link we sent|(?:is|are) on (?:its|their) way|tell(?:ing)? them by email|(?:get|send you) an email|emails go out/iu;

/** They say that no email goes, or speak of one that has come. */
const exceptions = new Map([
  ['web/features/base/sign-in/login-form.tsx', 'the address that is typed'],
  ['web/features/base/mail/sender-check.tsx', 'a site without a mail server refuses the test'],
  ['web/features/events/event-page/event-page.tsx', 'EmailNotConfirmed asks'],
  ['web/features/base/notifications/push-devices.tsx', 'a notification is on its way'],
  ['web/features/events/guests/ask-organisers.tsx', 'can.ask is false where no email leaves'],
]);

const facts = /\b(?:ifMailed|useIfMailed|mailLeaves)\b/u;

const sources = readdirSync('web', { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/u.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).replaceAll('\\', '/'));

const withoutComments = (source: string) => source.replace(/^\s*(?:\/\*\*|\*|\/\/).*$/gmu, '');

it('every page that promises an email asks whether one leaves the site', () => {
  const wrong = sources.filter((file) => {
    const source = withoutComments(readFileSync(file, 'utf8')).replace(/\s+/gu, ' ');
    return promise.test(source) && !facts.test(source) && !exceptions.has(file);
  });
  expect(wrong).toEqual([]);
});
