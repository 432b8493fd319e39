import { pictureBytes, pictureRule, pictureTypes } from '../../contract/media.ts';

/** A file that cannot be used; the message says why, fit to show. */
export class UnfitPicture extends Error {}

/** A chosen file as a data URL; what the server would refuse is said at once. */
export function readPicture(file: File): Promise<string> {
  const known = pictureTypes.some((type) => type === file.type);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  if (!known || file.size > pictureBytes) {
    reject(new UnfitPicture(pictureRule));
    return promise;
  }
  const reader = new FileReader();
  const finish = () => resolve(typeof reader.result === 'string' ? reader.result : '');
  const fail = () => reject(new UnfitPicture('This picture could not be read.'));
  reader.addEventListener('load', finish);
  reader.addEventListener('error', fail);
  reader.readAsDataURL(file);
  return promise;
}
