const utf8 = new TextDecoder();
const windows1252 = new TextDecoder('windows-1252');

/**
 * Decodes a text file of unknown encoding: UTF-16 by its byte order mark, otherwise UTF-8. Bytes
 * that are not UTF-8 are Windows-1252; a file may have both.
 */
export function decodeText(sent: ArrayBuffer | Uint8Array): string {
  const bytes = new Uint8Array(sent);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeMixed(bytes);
  }
}

/** Puts the characters of Windows-1252 in place of control characters with their numbers. */
export const fromWindows1252 = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (control) =>
    windows1252.decode(Uint8Array.of(control.charCodeAt(0))),
  );

function decodeMixed(bytes: Uint8Array): string {
  const texts: string[] = [];
  let [from, at] = [0, 0];
  /** Decodes the bytes before `at`. */
  const flush = (decoder: TextDecoder) => {
    if (at > from) texts.push(decoder.decode(bytes.subarray(from, at)));
    from = at;
  };
  while (at < bytes.length) {
    const { end, fold } = characterAt(bytes, at);
    if (end > at && fold.length === 0) at = end;
    else if (end > at) {
      flush(utf8);
      const own = bytes.subarray(at, end).filter((byte) => byte > 0x7f);
      texts.push(utf8.decode(own), utf8.decode(fold));
      at = end;
      from = end;
    } else {
      flush(utf8);
      while (at < bytes.length && characterAt(bytes, at).end === at) at += 1;
      flush(windows1252);
    }
  }
  flush(utf8);
  return texts.join('');
}

/**
 * Finds the end of a character in UTF-8, which is its beginning if there is none. Programs that
 * count bytes fold the lines of calendars within characters (RFC 5545, section 3.1).
 */
function characterAt(bytes: Uint8Array, at: number): { end: number; fold: Uint8Array } {
  let end = at + 1;
  let fold = bytes.subarray(at, at);
  for (let missing = continuations(bytes[at] ?? 0); missing !== 0; missing -= 1) {
    const length = foldLength(bytes, end);
    if (length > 0) fold = bytes.subarray(end, end + length);
    end += length;
    const byte = bytes[end] ?? 0;
    if (missing < 0 || byte < 0x80 || byte > 0xbf) return { end: at, fold };
    end += 1;
  }
  return { end, fold };
}

/** How many bytes belong to a character after its first one; -1 for a byte that begins none. */
function continuations(byte: number): number {
  if (byte < 0x80) return 0;
  if (byte < 0xc2 || byte > 0xf4) return -1;
  if (byte < 0xe0) return 1;
  return byte < 0xf0 ? 2 : 3;
}

/** The length of a line break with the blank after it. */
function foldLength(bytes: Uint8Array, at: number): number {
  const breaks = bytes[at] === 0x0d ? 1 : 0;
  const isFold = bytes[at + breaks] === 0x0a && [0x20, 0x09].includes(bytes[at + breaks + 1] ?? 0);
  return isFold ? breaks + 2 : 0;
}
