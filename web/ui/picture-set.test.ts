import { describe, expect, it } from 'vitest';
import { pictureBoxes, pictureWidths } from '#contract/platform/limits.ts';
import { pictureSet, pictureWidthSets } from './picture-set.ts';

const id = 'a1'.repeat(32);

describe("a picture's widths", () => {
  it('are the stored ones, and its own', () => {
    expect(pictureSet(`/media/${id}.webp`, 'cover')).toBe(
      `/media/${id}-320.webp 320w, /media/${id}-640.webp 640w, /media/${id}-960.webp 960w, /media/${id}.webp 1280w`,
    );
    expect(pictureSet(`/media/${id}.webp`, 'avatar')).toBe(
      `/media/${id}-96.webp 96w, /media/${id}-192.webp 192w, /media/${id}.webp 512w`,
    );
  });

  it.each(['avatar', 'cover'] as const)("match the server's for %s", (use) => {
    expect(pictureWidthSets[use]).toEqual([...pictureWidths[use], pictureBoxes[use].width]);
  });

  it.each(['https://example.com/a.jpg', '/covers/1-2.svg', '', null, undefined])(
    'are unknown for %j',
    (url) => expect(pictureSet(url, 'cover')).toBeUndefined(),
  );
});
