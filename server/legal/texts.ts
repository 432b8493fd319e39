import { readFileSync } from 'node:fs';
import { projectFile } from '../files.ts';
import { deviceDays, sessionDays, signInDays } from '../../contract/limits.ts';
import { legalPages } from '../../contract/paths.ts';
import type { LegalPage, SettingValues } from '../../contract/settings.ts';

const read = (page: LegalPage) =>
  readFileSync(projectFile(`server/legal/${page}.md`), 'utf8').trim();

const texts = new Map(legalPages.map((page) => [page, read(page)]));

/** The text of a legal page that the software comes with. */
export const comesWith = (page: LegalPage): string => texts.get(page) ?? '';

/** A name in Markdown as it is, whatever signs are in it. */
const asPlain = (text: string) => text.replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&');

/** Puts what the site is called, and how long it keeps what, in the place of `{{site}}` and the like. */
export function filledIn(markdown: string, values: SettingValues & { origin: string }): string {
  const known: Record<string, string> = {
    site: asPlain(values.siteName),
    support: values.supportEmail,
    address: values.origin,
    sessionDays: String(sessionDays),
    signInDays: String(signInDays),
    deviceDays: String(deviceDays),
    mailDays: String(values.mailDays),
    invitationDays: String(values.invitationDays),
  };
  return markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => known[name] ?? whole);
}
