import { Resolver } from 'node:dns/promises';
import type { SenderRecord } from '#contract/base/mail.ts';
import { second } from '#contract/platform/durations.ts';
import { errorCode } from '#platform/db/database.ts';
import { withDeadline } from '#platform/process/deadline.ts';

/** Looks up the TXT records of a name; throws as `node:dns` does. */
export type LookUp = (name: string) => Promise<string[][]>;

const dnsResolver = new Resolver({ timeout: 2 * second, tries: 1 });
const onInternet: LookUp = (name) => dnsResolver.resolveTxt(name);

/** The time limit for one look-up, whatever the name server does. */
const longestMs = 5 * second;

/** The name has records, has none of this kind, doesn't exist, or nobody could be asked. */
type Found = string[] | 'none' | 'no name' | 'unknown';

async function textsAt(name: string, lookUp: LookUp): Promise<Found> {
  try {
    return (await lookUp(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENODATA') return 'none';
    return code === 'ENOTFOUND' ? 'no name' : 'unknown';
  }
}

const recordsIn = (found: Found, version: string): string[] =>
  Array.isArray(found) ? found.filter((text) => text.toLowerCase().startsWith(version)) : [];

/**
 * Looks up what mail servers ask a sender's domain for: SPF (RFC 7208), DKIM (RFC 6376) and DMARC
 * (RFC 7489).
 */
export async function senderRecords(
  domain: string,
  lookUp: LookUp = onInternet,
  timeoutMs = longestMs,
): Promise<SenderRecord[]> {
  const inTime: LookUp = (name) => withDeadline({ longestMs: timeoutMs }, () => lookUp(name));
  const [own, keys, policy] = await Promise.all([
    textsAt(domain, inTime),
    textsAt(`_domainkey.${domain}`, inTime),
    policyOf(domain, inTime),
  ]);
  return [checkSpf(domain, own), checkDkim(domain, keys), checkDmarc(domain, policy)];
}

function checkSpf(domain: string, found: Found): SenderRecord {
  const [record = null, another] = recordsIn(found, 'v=spf1');
  const add = `Add a TXT record at ${domain} that names your mail provider, such as v=spf1 include:spf.provider.example ~all`;
  const advice = another
    ? `${domain} has several records. Mail servers take none of them: keep one (RFC 7208)`
    : add;
  const isFine = record !== null && !another;
  return recordOf('SPF', found, { record, advice: isFine ? null : advice });
}

/**
 * Keys stand at names of the provider's choice. A name server tells only that there are some: it
 * knows `_domainkey` if anything is below it (RFC 8020).
 */
function checkDkim(domain: string, found: Found): SenderRecord {
  const isThere = found === 'none' || Array.isArray(found);
  const advice = `Add the keys that your mail provider gives you below _domainkey.${domain}`;
  return recordOf('DKIM', found, {
    record: isThere ? `keys below _domainkey.${domain}` : null,
    advice: isThere ? null : advice,
  });
}

/** A subdomain without a policy has that of its domain (RFC 7489, section 6.6.3). */
async function policyOf(domain: string, lookUp: LookUp): Promise<Found> {
  const own = await textsAt(`_dmarc.${domain}`, lookUp);
  const parent = domain.split('.').slice(1).join('.');
  if (recordsIn(own, 'v=dmarc1').length > 0 || own === 'unknown' || !parent.includes('.'))
    return own;
  return textsAt(`_dmarc.${parent}`, lookUp);
}

function checkDmarc(domain: string, found: Found): SenderRecord {
  const [record = null] = recordsIn(found, 'v=dmarc1');
  const add = `Add a TXT record at _dmarc.${domain}, such as v=DMARC1; p=quarantine`;
  const isLoose = /;\s*p\s*=\s*none/i.test(record ?? '');
  const advice = isLoose ? 'It only asks for reports: p=quarantine keeps forgers out' : null;
  return recordOf('DMARC', found, { record, advice: record === null ? add : advice });
}

function recordOf(
  name: SenderRecord['name'],
  found: Found,
  { record, advice }: Pick<SenderRecord, 'record' | 'advice'>,
): SenderRecord {
  if (found === 'unknown') {
    return { name, state: 'unknown', record: null, advice: 'The name server did not answer' };
  }
  if (record === null) return { name, state: 'missing', record, advice };
  return { name, state: advice === null ? 'found' : 'weak', record, advice };
}
