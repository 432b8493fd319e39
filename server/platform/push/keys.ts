import { createECDH } from 'node:crypto';

/** The site's key pair for push services (RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

const curve = 'prime256v1';

export function newPrivateKey(): string {
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  // A number that begins with zeros is written with fewer bytes.
  const bytes = Buffer.alloc(32);
  const key = ecdh.getPrivateKey();
  key.copy(bytes, bytes.length - key.length);
  return bytes.toString('base64url');
}

/** @throws for a number that is no key of the curve */
export function keysOf(privateKey: string): PushKeys {
  const ecdh = createECDH(curve);
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'));
  return { publicKey: ecdh.getPublicKey('base64url'), privateKey };
}

export function isPrivateKey(text: string): boolean {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return false;
  try {
    keysOf(text);
    return true;
  } catch {
    return false;
  }
}

/** Tells whether bytes are a public key of the curve, as a browser's must be. */
export function isPublicKey(text: string): boolean {
  const ecdh = createECDH(curve);
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(text, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
