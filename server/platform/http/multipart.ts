import { Refusal } from '#platform/refusal.ts';
import type { FormFields } from './form-values.ts';

export interface MultipartForm {
  fields: FormFields;
  /** The bytes of the first file that isn't empty: a browser sends an empty one for none. */
  file: Uint8Array | undefined;
}

const maxParts = 100;
const longestHead = 2_048;
const boundaryPattern = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i;
const namePattern = /;\s*name="([^"\r\n]*)"/i;
const filePattern = /;\s*filename=/i;
const endOfHead = '\r\n\r\n';

const unreadable = () => new Refusal('invalid', 'The form can’t be read');

/**
 * Reads a form with a file (RFC 7578). Our own code, since the platform's reader
 * (`Response.formData`) keeps the process for half a second with a form of many short headers.
 * @throws Refusal `invalid`
 */
export function parseMultipart(contentType: string, body: Uint8Array): MultipartForm {
  const [, quoted, plain] = boundaryPattern.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadable();
  const form = Buffer.from(body.buffer, body.byteOffset, body.length);
  const fields: [string, string][] = [];
  let file: Uint8Array | undefined;
  for (const { head, value } of partsOf(form, `--${boundary}`)) {
    const name = namePattern.exec(head)?.[1];
    if (name === undefined) throw unreadable();
    if (!filePattern.test(head)) fields.push([decodeName(name), value.toString()]);
    else if (value.length > 0) file ??= value;
  }
  return { fields, file };
}

/** Browsers write three characters of a name as escapes. */
const decodeName = (name: string): string => name.replaceAll(/%(0A|0D|22)/gi, decodeURIComponent);

function* partsOf(form: Buffer, mark: string): Generator<{ head: string; value: Buffer }> {
  const separator = `\r\n${mark}`;
  let at = form.indexOf(mark);
  for (let parts = 0; at !== -1; parts += 1) {
    const start = at + mark.length;
    if (form.toString('latin1', start, start + 2) === '--') return;
    const head = form.subarray(start, start + longestHead).indexOf(endOfHead);
    const end = form.indexOf(separator, start);
    if (parts === maxParts || head === -1 || end < start + head) throw unreadable();
    yield {
      head: form.toString('utf8', start, start + head),
      value: form.subarray(start + head + endOfHead.length, end),
    };
    at = end + 2;
  }
  throw unreadable();
}
