/**
 * Message sizes and codes are those of
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */

const encoder = new TextEncoder();

export function typedMessage(type: string, body: Uint8Array): Buffer {
  const message = Buffer.alloc(5 + body.length);
  message.write(type, 'latin1');
  message.writeInt32BE(4 + body.length, 1);
  message.set(body, 5);
  return message;
}

export function queryMessage(sql: string): Buffer {
  return typedMessage('Q', encoder.encode(`${sql}\0`));
}

export function errorMessage(code: string, text: string): Buffer {
  return typedMessage('E', encoder.encode(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`));
}

/** Asks the client for its password. */
export const passwordRequest = typedMessage('R', Uint8Array.of(0, 0, 0, 3));

export const startupMessage = makeStartupMessage({ user: 'postgres', database: 'postgres' });

function makeStartupMessage(parameters: Record<string, string>): Buffer {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`);
  const body = encoder.encode(`${pairs.join('')}\0`);
  const message = Buffer.alloc(8 + body.length);
  message.writeInt32BE(message.length, 0);
  message.writeInt32BE(0x3_0000, 4);
  message.set(body, 8);
  return message;
}

/** Reads the parameters of a client's start-up message. */
export function startupParameters(packet: Buffer): Map<string, string> {
  const words = packet.toString('utf8', 8).split('\0');
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) {
    parameters.set(words[at] ?? '', words[at + 1] ?? '');
  }
  return parameters;
}

export interface Message {
  type: string;
  body: Buffer;
}

/** Splits bytes into whole messages. */
export function* splitMessages(bytes: Buffer): Generator<Message> {
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + bytes.readInt32BE(at + 1);
    yield { type: bytes.toString('latin1', at, at + 1), body: bytes.subarray(at + 5, end) };
    at = end;
  }
}

/** Reads the text of each column of a DataRow. */
export function rowColumns(body: Buffer): (string | null)[] {
  const columns: (string | null)[] = [];
  for (let at = 2; at < body.length;) {
    const length = body.readInt32BE(at);
    at += 4;
    columns.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(length, 0);
  }
  return columns;
}

/** Reads the SQLSTATE and message of an ErrorResponse. */
export function errorOf(body: Buffer): { code: string; text: string } {
  const fields = body.toString('utf8').split('\0');
  const field = (type: string) => fields.find((each) => each.startsWith(type))?.slice(1);
  return { code: field('C') ?? 'XX000', text: field('M') ?? 'unknown error' };
}
