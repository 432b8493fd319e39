import {
  complaintDays,
  attendanceMonths,
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

type LegalSettings = Pick<
  SettingValues,
  | 'siteName'
  | 'supportEmail'
  | 'controllerName'
  | 'controllerAddress'
  | 'minimumAge'
  | 'mailDays'
  | 'invitationDays'
>;

const controllerSettings = ['controllerName', 'controllerAddress'] as const;

/** Lists what the law asks a privacy policy to state of its controller and nobody has said yet. */
export const missingOfController = (
  values: Pick<LegalSettings, (typeof controllerSettings)[number]>,
) => controllerSettings.filter((name) => values[name] === '');

/** Escapes text for Markdown, so no character in it has a meaning. */
export const asPlain = (text: string) => text.replace(/[\\`*_{}[\]<>#|~!]/g, '\\$&');

/** Names the controller with their address; or the site until an admin has named one. */
function controllerIn(values: LegalSettings & { origin: string }): string {
  const { siteName, controllerName, controllerAddress, origin } = values;
  const name = controllerName || `whoever runs ${siteName}`;
  return asPlain(controllerAddress ? `${name}, ${controllerAddress}` : `${name} at ${origin}`);
}

/**
 * Replaces `{{site}}` and similar placeholders with the site's name, audience and retention times.
 */
export function fillLegalText(
  markdown: string,
  values: LegalSettings & { origin: string },
): string {
  const placeholders: Record<string, string> = {
    site: asPlain(values.siteName),
    support: values.supportEmail,
    address: values.origin,
    controller: controllerIn(values),
    controllerName: asPlain(values.controllerName),
    controllerAddress: asPlain(values.controllerAddress),
    minimumAge: String(values.minimumAge),
    sessionDays: String(sessionDays),
    signInDays: String(signInDays),
    deviceDays: String(deviceDays),
    mailDays: String(values.mailDays),
    complaintDays: String(complaintDays.answer),
    guestDays: String(guestDays),
    attendanceMonths: String(attendanceMonths),
    importDays: String(importDays),
    joinAnswerDays: String(joinAnswerDays),
    invitedDays: String(invitedDays),
    complaintYears: String(Math.round(complaintDays.kept / 365)),
    reportYears: String(Math.round(reportKeptDays / 365)),
    invitationDays: String(values.invitationDays),
  };
  return markdown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => placeholders[name] ?? whole);
}
