import { pictureBytes, pictureRule, pictureTypes } from '#contract/base/media.ts';

/** A file that cannot be used; the message says why, fit to show. */
export class UnfitPicture extends Error {}

/**
 * Refuses at once what the server would refuse.
 * @throws UnfitPicture
 */
export function requireFit(file: File): void {
  const known = pictureTypes.some((type) => type === file.type);
  if (!known || file.size > pictureBytes) throw new UnfitPicture(pictureRule);
}

/**
 * A chosen file as a data URL, to be shown before it is sent.
 * @throws UnfitPicture
 */
export async function readPicture(file: File): Promise<string> {
  requireFit(file);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  const finish = () => resolve(typeof reader.result === 'string' ? reader.result : '');
  const fail = () => reject(new UnfitPicture("We couldn't read this picture."));
  reader.addEventListener('load', finish);
  reader.addEventListener('error', fail);
  reader.readAsDataURL(file);
  return promise;
}

/** Decodes a data URL, to be sent like a file. */
export function fileIn(dataUrl: string): Blob {
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.replace(/^data:|;base64$/g, '') });
}
