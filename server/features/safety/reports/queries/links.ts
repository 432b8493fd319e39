import { appealPath } from '#contract/safety/report-paths.ts';
import type { Signer } from '#platform/crypto/signing.ts';
import type { ReportKey } from '#platform/mail/email.ts';
import { invalid } from '#platform/refusal.ts';

const purpose = 'report';

/**
 * Returns a signed address for one side of a report, without a session: the email's recipient is
 * that side.
 */
export const addressOfReport = ({ reference }: ReportKey, origin: string, signer: Signer): string =>
  `${origin}${appealPath(reference, signer.sign(purpose, reference))}`;

/** @throws Refusal `invalid` for a link that this site didn't make, or for another report */
export function requireLink(token: string, reference: string, signer: Signer): void {
  if (signer.read(purpose, token) === reference) return;
  throw invalid({ token: 'This link isn’t complete. Please use the one in the email.' });
}
