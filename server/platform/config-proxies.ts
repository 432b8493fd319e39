import { isIP } from 'node:net';

const networks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Parses a value for Fastify's `trustProxy`; undefined if it is invalid. */
export function parseProxies(value: string): number | string[] | undefined {
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(',').map((part) => part.trim());
  return parts.every((part) => networks.has(part) || isNetwork(part)) ? parts : undefined;
}

function isNetwork(text: string): boolean {
  const [ip = '', bits, ...rest] = text.split('/');
  const version = isIP(ip);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
