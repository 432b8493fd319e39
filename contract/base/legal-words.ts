import {
  complaintDays,
  guestDays,
  deviceDays,
  importDays,
  joinAnswerDays,
  invitedDays,
  reportKeptDays,
  sessionDays,
  signInDays,
} from '#contract/platform/limits.ts';
import type { SettingValues } from './settings.ts';

type Known = Pick<
  SettingValues,
  'siteName' | 'supportEmail' | 'minimumAge' | 'mailDays' | 'invitationDays'
>;

/** Escapes text for Markdown, so no character in it has a meaning. */
export const asPlain = (text: string) => text.replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&');

/**
 * Replaces `{{site}}` and similar placeholders with the site's name, audience and retention times.
 */
export function filledIn(markdown: string, values: Known & { origin: string }): string {
  const placeholders: Record<string, string> = {
    site: asPlain(values.siteName),
    support: values.supportEmail,
    address: values.origin,
    minimumAge: String(values.minimumAge),
    sessionDays: String(sessionDays),
    signInDays: String(signInDays),
    deviceDays: String(deviceDays),
    mailDays: String(values.mailDays),
    complaintDays: String(complaintDays.answer),
    guestDays: String(guestDays),
    importDays: String(importDays),
    joinAnswerDays: String(joinAnswerDays),
    invitedDays: String(invitedDays),
    complaintYears: String(Math.round(complaintDays.kept / 365)),
    reportYears: String(Math.round(reportKeptDays / 365)),
    invitationDays: String(values.invitationDays),
  };
  return markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => placeholders[name] ?? whole);
}
