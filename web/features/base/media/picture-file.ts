import { pictureBytes, pictureRule, pictureTypes } from '#contract/base/media.ts';

/** A file that can't be used as a picture. Its message is fit to show. */
export class UnusablePicture extends Error {}

/**
 * Throws for a picture that the server would refuse.
 * @throws UnusablePicture
 */
export function requireUsablePicture(file: File): void {
  const isPictureType = pictureTypes.some((type) => type === file.type);
  if (!isPictureType || file.size > pictureBytes) throw new UnusablePicture(pictureRule);
}

/**
 * Reads a chosen file as a data URL, to show it before the upload.
 * @throws UnusablePicture
 */
export async function readPicture(file: File): Promise<string> {
  requireUsablePicture(file);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  const finish = () => resolve(typeof reader.result === 'string' ? reader.result : '');
  const fail = () => reject(new UnusablePicture("We couldn't read this picture."));
  reader.addEventListener('load', finish);
  reader.addEventListener('error', fail);
  reader.readAsDataURL(file);
  return promise;
}

/** Decodes a data URL into a file to upload. */
export function fileIn(dataUrl: string): Blob {
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.replace(/^data:|;base64$/g, '') });
}
