import { describe, expect, it } from 'vitest';
import { heicRule, pictureBytes, pictureRule, pictureTooLarge } from '#contract/base/media.ts';
import { usablePicture } from './picture-file.ts';

const png = '\x89PNG\r\n\x1A\n';
const heic = '\0\0\0\x18ftypheic\0\0\0\0mif1heic';

const fileOf = (bytes: string, type: string, name = 'photo', size = bytes.length) =>
  new File([Buffer.from(bytes, 'latin1'), new Uint8Array(size - bytes.length)], name, { type });

const read = async (file: File) =>
  usablePicture(file).then(
    ({ type, size }) => [type, size],
    (error: Error) => error.message,
  );

describe('a chosen picture', () => {
  it.each([
    ['photo.png', 'image/png', png, 'image/png'],
    ['photo.png', 'image/png', '\xFF\xD8\xFF\xE0', 'image/jpeg'],
    ['photo.HEIC', 'image/heic', '\xFF\xD8\xFF\xE1', 'image/jpeg'],
    ['photo', '', 'GIF89a', 'image/gif'],
    ['photo.txt', 'text/plain', 'RIFF\x24\0\0\0WEBPVP8 ', 'image/webp'],
    ['photo.jfif', 'application/octet-stream', '\0\0\0\x1Cftypavif\0\0\0\0mif1', 'image/avif'],
  ])('goes out under its own type: %s as %s', async (name, type, bytes, own) => {
    expect(await read(fileOf(bytes, type, name))).toEqual([own, bytes.length]);
  });

  it.each(['image/heic', 'image/jpeg', ''])('is named where it is HEIC, as %j', async (type) => {
    expect(await read(fileOf(heic, type))).toBe(heicRule);
  });

  it.each([
    ['no picture', fileOf('BEGIN:VCALENDAR', 'image/png'), pictureRule],
    ['empty', fileOf('', 'image/png'), pictureRule],
    ['larger than 12 MB', fileOf(png, 'image/png', 'photo', pictureBytes + 1), pictureTooLarge],
    ['a film of 20 MB', fileOf('\0', 'video/mp4', 'film', 20 * 1024 * 1024), pictureRule],
  ])('is refused where it is %s', async (_, file, sentence) => {
    expect(await read(file)).toBe(sentence);
  });

  it('may have 12 MB', async () => {
    const file = fileOf(png, 'image/png', 'photo', pictureBytes);
    expect(await read(file)).toEqual(['image/png', pictureBytes]);
  });
});
