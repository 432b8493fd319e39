import { createHash } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, it } from 'vitest';
import type { PictureUse } from '#contract/platform/limits.ts';
import {
  heicRule,
  pictureRule,
  pictureTooLarge,
  pictureTypes,
  type PictureType,
} from '#contract/base/media.ts';
import { processorTime } from '#tests/support/processor.ts';
import { Refusal } from '#platform/refusal.ts';
import { megapixelsFor, type Shape } from './cost.ts';
import { actAs } from '#platform/acting-account.ts';
import { pictureFrom, toWebp, uploadIn } from './images.ts';

const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

const plain = (width = 60, height = 40, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Deterministic noise, too uneven to compress into a few bytes. */
const noise = (width: number, height: number) => {
  const grain = (_: unknown, at: number) => (Math.imul(at, 2_654_435_761) >>> 13) & 255;
  const bytes = Uint8Array.from({ length: width * height * 3 }, grain);
  return sharp(bytes, { raw: { width, height, channels: 3 } });
};

const encoders: Record<PictureType, (image: Sharp) => Sharp> = {
  'image/png': (image) => image.png(),
  'image/jpeg': (image) => image.jpeg(),
  'image/webp': (image) => image.webp(),
  'image/gif': (image) => image.gif(),
  'image/avif': (image) => image.avif({ effort: 0 }),
};
const encoded = (type: PictureType, image = plain()) => encoders[type](image).toBuffer();

const read = async (type: string, bytes: Buffer, use: PictureUse = 'avatar') =>
  pictureFrom(uploadIn(dataUrl(type, bytes), 'picture'), 'picture', use);

async function refused(reading: Promise<unknown>): Promise<string | undefined> {
  const error = await reading.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error(`no refusal: ${String(error)}`);
  expect(error.code).toBe('invalid');
  return error.fields?.['picture'];
}

/** Returns the first pixel of a picture as red, green and blue. */
const corner = async (bytes: Buffer) =>
  [...(await sharp(bytes).removeAlpha().raw().toBuffer()).subarray(0, 3)].map((value) =>
    Math.round(value / 64),
  );

const unreadable = 'This picture cannot be read. Please choose another one.';

describe('a data URL', () => {
  const decode = (text: string) => uploadIn(text, 'picture').bytes;
  const decoding = async (text: string) => decode(text);

  it.each([
    ...pictureTypes,
    'image/jpg',
    'image/heic',
    'IMAGE/PNG',
    'application/octet-stream',
    'image/png;charset=utf-8',
    '',
  ])('of type %s is decoded', (type) => {
    const bytes = Buffer.from('any bytes');
    expect(decode(dataUrl(type, bytes))).toEqual(bytes);
  });

  it.each([
    ['', 'nothing'],
    ['data:image/png;base64,', 'no bytes'],
    ['data:image/png,AAAA', 'no base64'],
    [' data:image/png;base64,AAAA', 'a space in front'],
    ['data:image/png;base64,AAAA\n', 'a line end'],
    ['data:image/png;base64,AAA', 'no padding'],
    ['data:image/png;base64,AB==', 'bits that are not used'],
    ['data:image/png;base64,-_-_', 'the alphabet of addresses'],
  ])('like %j is refused: %s', async (text) => {
    expect(await refused(decoding(text))).toBe(pictureRule);
  });

  it('holds 12 MB and not a byte more', async () => {
    const largest = Buffer.alloc(12 * 1024 * 1024);
    expect(decode(dataUrl('image/png', largest))).toHaveLength(largest.length);
    const larger = dataUrl('image/png', Buffer.alloc(largest.length + 1));
    expect(await refused(decoding(larger))).toBe(pictureTooLarge);
  });

  it('is read in linear time', async () => {
    const busy = processorTime();
    await refused(decoding(`data:image/png;base64,${'A'.repeat(16_500_000)}!`));
    await refused(decoding(`data:image/png;base64,${'=A'.repeat(8_200_000)}`));
    await refused(decoding('data:image/png;base64'.repeat(800_000)));
    expect(busy()).toBeLessThan(1_000);
  });
});

describe('a picture', () => {
  it.each(pictureTypes)('of %s becomes WebP under the hash of its bytes', async (type) => {
    const picture = await read(type, await encoded(type));
    expect(await sharp(picture.bytes).metadata()).toMatchObject({
      format: 'webp',
      width: picture.width,
      height: picture.height,
    });
    expect(picture.id).toBe(createHash('sha256').update(picture.bytes).digest('hex'));
    expect(await corner(picture.bytes)).toEqual([3, 1, 1]);
  });

  it.each([
    ['avatar', 900, 700, 512, 512],
    ['avatar', 300, 200, 200, 200],
    ['avatar', 1, 900, 1, 1],
    ['cover', 3000, 3000, 1280, 720],
    ['cover', 800, 800, 800, 450],
    ['cover', 160, 90, 160, 90],
  ] as const)(
    'as %s of %i by %i is kept at %i by %i',
    async (use, width, height, keptWidth, keptHeight) => {
      const picture = await read(
        'image/png',
        await encoded('image/png', plain(width, height)),
        use,
      );
      expect(picture).toMatchObject({ width: keptWidth, height: keptHeight });
    },
  );

  it('keeps its transparency', async () => {
    const clear = { width: 8, height: 8, channels: 4, background: '#0000' } as const;
    const { bytes } = await read('image/png', await sharp({ create: clear }).png().toBuffer());
    expect((await sharp(bytes).raw().toBuffer())[3]).toBe(0);
  });

  it('from a camera loses its place and device', async () => {
    const tagged = await plain()
      .withExif({
        IFD0: { Make: 'Telltale', Copyright: 'Somebody' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '54/1 36/1 5/1' },
      })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf>Telltale</rdf></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(tagged.includes('Telltale')).toBe(true);
    const { bytes } = await read('image/jpeg', tagged);
    const metadata = await sharp(bytes).metadata();
    for (const part of ['exif', 'xmp', 'icc', 'iptc', 'orientation'] as const) {
      expect(metadata).not.toHaveProperty(part);
    }
    expect(bytes.includes('Telltale')).toBe(false);
  });

  it.each([3, 6, 8])('with the orientation %i is turned upright', async (orientation) => {
    const turned = await sharp({
      create: { width: 40, height: 40, channels: 3, background: '#00f' },
    })
      .composite([{ input: await plain(20, 20, '#f00').png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation })
      .jpeg({ quality: 100 })
      .toBuffer();
    const upright = await sharp(turned).autoOrient().png().toBuffer();
    const { bytes } = await read('image/jpeg', turned);
    expect(await corner(bytes)).toEqual(await corner(upright));
    expect(await corner(bytes)).not.toEqual(await corner(turned));
  });

  it('on its side is measured upright', async () => {
    const lying = await plain(1600, 2560).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    expect(await read('image/jpeg', lying, 'cover')).toMatchObject({ width: 1280, height: 720 });
  });

  it.each(['image/gif', 'image/webp'] as const)(
    '%s with an animation becomes a still',
    async (type) => {
      const frames = await Promise.all(
        ['#f00', '#0f0', '#00f'].map((colour) => plain(30, 30, colour).png().toBuffer()),
      );
      const moving = await encoded(type, sharp(frames, { join: { animated: true } }));
      expect((await sharp(moving).metadata()).pages).toBe(3);
      const { bytes } = await read(type, moving);
      expect((await sharp(bytes).metadata()).pages).toBeUndefined();
      expect((await corner(bytes))[0]).toBe(4);
    },
  );
});

describe('another file', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

  it.each([
    ['SVG', async () => svg],
    ['TIFF', () => plain().tiff().toBuffer()],
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a film', async () => containerOf('isom', 'mp42')],
    ['a sound', async () => Buffer.from('RIFF\x24\0\0\0WAVEfmt ')],
    ['zeros', async () => Buffer.alloc(1_000)],
    ['one byte', async () => Buffer.from([0x89])],
  ])('is refused when it is %s, whatever it claims', async (_, make) => {
    for (const type of ['image/png', 'image/svg+xml', 'image/tiff'])
      expect(await refused(read(type, await make()))).toBe(pictureRule);
  });

  it.each(pictureTypes)('is read by its bytes when it is %s, whatever it claims', async (type) => {
    const bytes = await encoded(type);
    for (const label of [...pictureTypes, 'image/heic', 'image/svg+xml', 'text/html', ''])
      expect(await read(label, bytes)).toMatchObject({ width: 40, height: 40 });
  });

  it.each(pictureTypes)('is refused when it is half of %s', async (type) => {
    const whole = await encoded(type, noise(200, 200));
    expect(await refused(read(type, whole.subarray(0, whole.length / 2)))).toBe(unreadable);
  });
});

describe('a picture that is also another file', () => {
  const script = Buffer.from('<script>alert("gotcha")</script>');

  it('loses everything after it', async () => {
    const bytes = Buffer.concat([await encoded('image/png'), script]);
    expect((await read('image/png', bytes)).bytes.includes('gotcha')).toBe(false);
  });

  it('loses its comments', async () => {
    const gif = await encoded('image/gif');
    const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), script, Buffer.of(0)]);
    const trailer = gif.length - 1;
    const bytes = Buffer.concat([gif.subarray(0, trailer), comment, gif.subarray(trailer)]);
    expect((await read('image/gif', bytes)).bytes.includes('gotcha')).toBe(false);
  });

  it('is refused when its header opens a script', async () => {
    const gif = await encoded('image/gif');
    const bytes = Buffer.concat([Buffer.from('GIF89a/*'), gif, Buffer.from('*/=1;alert(1)')]);
    expect(await refused(read('image/gif', bytes))).toBe(unreadable);
  });
});

/** The beginning of a file in boxes (ISO 14496-12) that names its kinds. */
function containerOf(...brands: [string, ...string[]]): Buffer {
  const [major, ...compatible] = brands;
  const body = Buffer.from(['ftyp', major, '\0\0\0\0', ...compatible].join(''));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(size.length + body.length);
  return Buffer.concat([size, body, Buffer.alloc(200)]);
}

describe('a picture of an iPhone that is no JPEG', () => {
  it.each<[string, ...string[]]>([
    ['heic', 'mif1', 'heic'],
    ['heic', 'mif1', 'MiHB', 'MiHE', 'miaf', 'tmap', 'heic'],
    ['mif1', 'mif1', 'heic', 'hevc'],
    ['heix', 'mif1', 'heix'],
    ['msf1', 'hevc', 'msf1'],
    ['hevc'],
  ])('is named, with what to do: %s', async (...brands) => {
    for (const type of ['image/heic', 'image/jpeg', 'application/octet-stream']) {
      const sentence = await refused(read(type, containerOf(...brands)));
      expect(sentence).toBe(heicRule);
      expect(sentence).toMatch(/HEIC.*iPhone/);
    }
  });

  it('is no AVIF, whose brands are alike', async () => {
    const avif = await encoded('image/avif');
    avif.write('mif1', 8);
    expect(await read('image/heic', avif)).toMatchObject({ width: 40 });
  });
});

/** Makes a PNG whose header claims `side` pixels square, with almost no data. */
function pngOf(side: number, { depth = 8, colour = 2, interlaced = false } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, colour, 0, 0, Number(interlaced)], 8);
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a picture with too many pixels', () => {
  const atMost = (megapixels: number) =>
    `Please choose a picture of at most ${megapixels} megapixels`;

  it('has more than 50 million', async () => {
    expect(await refused(read('image/png', pngOf(7_072)))).toBe(atMost(50));
    expect(await refused(read('image/png', pngOf(7_071)))).toBe(unreadable);
  });

  it.each([
    [25, 'in passes, with transparency, 16 bits deep', { depth: 16, colour: 6, interlaced: true }],
    [50, 'row by row, with transparency, 16 bits deep', { depth: 16, colour: 6 }],
    [50, 'in passes, with transparency', { depth: 8, colour: 6, interlaced: true }],
  ])('is a PNG of more than %i million %s', async (megapixels, _, shape) => {
    const side = Math.floor(Math.sqrt(megapixels * 1_000_000));
    expect(await refused(read('image/png', pngOf(side + 1, shape)))).toBe(atMost(megapixels));
    expect(await refused(read('image/png', pngOf(side, shape)))).toBe(unreadable);
  });

  it.each<[number, PictureType, string, Partial<Shape>]>([
    [50, 'image/jpeg', 'from a camera', {}],
    [40, 'image/jpeg', 'in passes', { isProgressive: true }],
    [30, 'image/jpeg', 'in passes, for print', { isProgressive: true, channels: 4 }],
    [50, 'image/webp', 'with transparency', { channels: 4 }],
    [42, 'image/gif', 'of any kind', { channels: 4 }],
    [13, 'image/avif', 'as usual', {}],
    [9, 'image/avif', 'of more than 8 bits', { depth: 'ushort' }],
  ])('has more than %i million as %s %s', (megapixels, type, _, shape) => {
    const usual: Shape = { channels: 3, depth: 'uchar', isProgressive: false };
    expect(megapixelsFor(type, { ...usual, ...shape })).toBe(megapixels);
  });

  it("is not a phone's with 48 million", { timeout: 60_000 }, async () => {
    const jpeg = await plain(8_064, 6_048).jpeg().toBuffer();
    expect(await read('image/jpeg', jpeg, 'cover')).toMatchObject({ width: 1280, height: 720 });
  });

  it("is recognised by the file's own header", async () => {
    const side = 4_000;
    const avif = await plain(side, side).avif({ effort: 0 }).toBuffer();
    expect(await refused(read('image/avif', avif))).toBe(atMost(13));
  });
});

describe('a JPEG with many scans', () => {
  /** Repeats the last scan of a picture. */
  const drawn = async (again: number) => {
    const jpeg = await plain().jpeg({ progressive: true }).toBuffer();
    const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.of(0xff, 0xda)), -2);
    return Buffer.concat([
      jpeg.subarray(0, -2),
      ...Array<Buffer>(again).fill(scan),
      jpeg.subarray(-2),
    ]);
  };

  it('is accepted with as many as an encoder makes', async () => {
    expect(await read('image/jpeg', await drawn(0))).toMatchObject({ width: 40, height: 40 });
  });

  it('is accepted with a film behind its end, as phones add to photos', async () => {
    const film = Buffer.alloc(200_000, Buffer.of(0xff, 0xda, 0x00));
    const bytes = Buffer.concat([await drawn(0), film]);
    expect(await read('image/jpeg', bytes)).toMatchObject({ width: 40, height: 40 });
  });

  it('is accepted with the start of scans in its metadata', async () => {
    const jpeg = await drawn(0);
    const preview = Buffer.alloc(30_000, Buffer.of(0xff, 0xda, 0x00));
    const head = Buffer.of(0xff, 0xe2, (preview.length + 2) >> 8, (preview.length + 2) & 0xff);
    const bytes = Buffer.concat([jpeg.subarray(0, 2), head, preview, jpeg.subarray(2)]);
    expect(await read('image/jpeg', bytes)).toMatchObject({ width: 40, height: 40 });
  });

  it('is refused undecoded with hundreds', async () => {
    const bytes = await drawn(500);
    await expect(toWebp({ type: 'image/jpeg', bytes }, 'avatar')).rejects.toThrow('too many scans');
  });
});

describe('many pictures at once', () => {
  it('are decoded one at a time, ten wait, and eight may be of one member', async () => {
    const upload = { type: 'image/png' as const, bytes: await encoded('image/png') };
    const decode = () => pictureFrom(upload, 'picture', 'avatar');
    const refusals = async (count: number, ...members: string[]) => {
      const outcomes = await Promise.allSettled(
        members.flatMap((member) => Array.from({ length: count }, () => actAs(member, decode))),
      );
      return outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    };
    const busy = { code: 'unavailable', retryAfter: 5 };
    expect(await refusals(6, 'ada', 'bea', 'cleo')).toMatchObject(
      Array.from({ length: 7 }, () => busy),
    );
    expect(await refusals(9, 'ada')).toMatchObject([busy]);
    expect(await toWebp(upload, 'avatar')).toEqual(await decode());
  });

  it('of one member delay the picture of another by one', async () => {
    const upload = { type: 'image/png' as const, bytes: await encoded('image/png') };
    const decoded: string[] = [];
    const decode = (member: string) =>
      actAs(member, async () => {
        await pictureFrom(upload, 'picture', 'avatar');
        decoded.push(member);
      });
    const burst = Array.from({ length: 5 }, () => decode('mill'));
    await Promise.all([...burst, decode('ada')]);
    expect(decoded.indexOf('ada')).toBe(1);
  });
});
