import {
  heicRule,
  pictureBytes,
  pictureHeadBytes,
  pictureKindOf,
  pictureRule,
  pictureTooLarge,
} from '#contract/base/media.ts';

/** A file that can't be used as a picture. Its message is fit to show. */
export class UnusablePicture extends Error {}

/**
 * Returns a chosen file under the type that its bytes have.
 * @throws UnusablePicture for a file that the server would refuse
 */
export async function usablePicture(file: File): Promise<Blob> {
  const head = await file.slice(0, pictureHeadBytes).arrayBuffer();
  const kind = pictureKindOf(new Uint8Array(head));
  if (!kind) throw new UnusablePicture(pictureRule);
  if (kind === 'image/heic') throw new UnusablePicture(heicRule);
  if (file.size > pictureBytes) throw new UnusablePicture(pictureTooLarge);
  return new Blob([file], { type: kind });
}

/**
 * Reads a chosen file as a data URL, to show it before the upload.
 * @throws UnusablePicture
 */
export async function readPicture(file: File): Promise<string> {
  const picture = await usablePicture(file);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const reader = new FileReader();
  const finish = () => resolve(typeof reader.result === 'string' ? reader.result : '');
  const fail = () => reject(new UnusablePicture("We couldn't read this picture."));
  reader.addEventListener('load', finish);
  reader.addEventListener('error', fail);
  reader.readAsDataURL(picture);
  return promise;
}

/** Decodes a data URL into a file to upload. */
export function fileIn(dataUrl: string): Blob {
  const [head = '', data = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type: head.replace(/^data:|;base64$/g, '') });
}
