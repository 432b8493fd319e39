import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Signs short texts that leave the site, and encrypts stored ones, each for one purpose. */
export interface Signer {
  /** Returns `value` with its signature, safe in a URL. */
  sign: (purpose: string, value: string) => string;
  /** Returns the value of a token signed here for this purpose; undefined for any other. */
  read: (purpose: string, token: string) => string | undefined;
  /**
   * Derives an opaque name for `value`, stable for one purpose. Nobody can derive the value or its
   * other names from it.
   */
  pseudonym: (purpose: string, value: string) => string;
  /** Encrypts `value` with the secret; only `open` for the same owner decrypts it. */
  seal: (purpose: string, owner: string, value: string | Buffer) => string;
  /** Undefined for another purpose, owner or secret. */
  open: (purpose: string, owner: string, sealed: string) => string | undefined;
  /** Opens sealed bytes. */
  openBytes: (purpose: string, owner: string, sealed: string) => Buffer | undefined;
}

export function signerWith(secret: string): Signer {
  const signatureOf = (purpose: string, value: string) =>
    createHmac('sha256', secret).update(`${purpose}\0${value}`).digest();
  const openBytes: Signer['openBytes'] = (purpose, owner, sealed) => {
    const bytes = Buffer.from(sealed, 'base64url');
    const [nonce, tag, text] = [
      bytes.subarray(0, nonceBytes),
      bytes.subarray(nonceBytes, nonceBytes + tagBytes),
      bytes.subarray(nonceBytes + tagBytes),
    ];
    try {
      const decipher = createDecipheriv(sealAlgorithm, sealingKey(secret, purpose), nonce);
      decipher.setAAD(Buffer.from(owner));
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]);
    } catch {
      return undefined;
    }
  };
  return {
    sign: (purpose, value) =>
      `${Buffer.from(value).toString('base64url')}.${signatureOf(purpose, value).toString('base64url')}`,
    read: (purpose, token) => {
      const [encoded = '', signature = ''] = token.split('.');
      const value = Buffer.from(encoded, 'base64url').toString();
      const received = Buffer.from(signature, 'base64url');
      const right = signatureOf(purpose, value);
      return received.length === right.length && timingSafeEqual(received, right)
        ? value
        : undefined;
    },
    pseudonym: (purpose, value) =>
      signatureOf(`pseudonym ${purpose}`, value).toString('base64url').slice(0, pseudonymLength),
    seal: (purpose, owner, value) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(sealAlgorithm, sealingKey(secret, purpose), nonce);
      cipher.setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(Buffer.from(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open: (...sealed) => openBytes(...sealed)?.toString(),
    openBytes,
  };
}

const sealAlgorithm = 'aes-256-gcm';
/** Characters in base64url: 132 bits. */
const pseudonymLength = 22;
const nonceBytes = 12;
const tagBytes = 16;

/** Derives an encryption key for each purpose, different from the signing key. */
const sealingKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32));
