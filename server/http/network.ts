import { isIPv6 } from 'node:net';

/** One household is one address: an IPv6 line has a /64 of its own, and may call from any part of it. */
export function addressSubject(ip: string): string {
  const [plain = ip] = ip.split('%');
  if (!isIPv6(plain)) return `address ${plain}`;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) {
    const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
    return `address ${bytes.join('.')}`;
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `address ${prefix.join(':')}::/64`;
}

/** The eight numbers of an IPv6 address; the URL parser knows every way to write one. */
function groupsOf(ip: string): number[] {
  const [head = '', tail] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const parse = (text: string) => text.split(':').map((group) => Number.parseInt(group, 16));
  const before = head === '' ? [] : parse(head);
  const after = tail ? parse(tail) : [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return [...before, ...zeros, ...after];
}

/** What may be kept of an address: the network it is in, which many share. */
export function networkOf(ip: string): string {
  const [, subject = ''] = addressSubject(ip).split(' ');
  if (!subject.includes(':')) return `${subject.split('.').slice(0, 3).join('.')}.0/24`;
  return `${subject.split(':').slice(0, 3).join(':')}::/48`;
}
