import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Signs short texts that travel through the outside world, and seals what is kept, each for one purpose. */
export interface Signer {
  /** `value` with its signature, fit for an address. */
  sign: (purpose: string, value: string) => string;
  /** The value of a token that was signed here for this purpose; undefined for any other. */
  read: (purpose: string, token: string) => string | undefined;
  /** An opaque name for `value`, always the same for one purpose; nobody gets from it to the value or another name. */
  pseudonym: (purpose: string, value: string) => string;
  /** `value` as nobody can read it without the secret; it opens for the same owner alone. */
  seal: (purpose: string, owner: string, value: string | Buffer) => string;
  /** Undefined where it was sealed for another purpose or owner, or by another secret. */
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
      const decipher = createDecipheriv(algorithm, sealingKey(secret, purpose), nonce);
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
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(purpose, value);
      return given.length === right.length && timingSafeEqual(given, right) ? value : undefined;
    },
    pseudonym: (purpose, value) =>
      signatureOf(`pseudonym ${purpose}`, value).toString('base64url').slice(0, pseudonymLength),
    seal: (purpose, owner, value) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, sealingKey(secret, purpose), nonce);
      cipher.setAAD(Buffer.from(owner));
      const text = Buffer.concat([cipher.update(Buffer.from(value)), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url');
    },
    open: (...sealed) => openBytes(...sealed)?.toString(),
    openBytes,
  };
}

const algorithm = 'aes-256-gcm';
/** In base64url: 132 bits. */
const pseudonymLength = 22;
const nonceBytes = 12;
const tagBytes = 16;

/** Another than what signs, and another for each purpose. */
const sealingKey = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', `seal ${purpose}`, 32));
