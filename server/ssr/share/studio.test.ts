import { afterAll, describe, expect, it } from 'vitest';
import type { Picture } from './layout.ts';
import { nameOf, openStudio } from './studio.ts';

const blank = (colour: string): Picture => ({
  ground: `<rect width="9" height="9" fill="${colour}"/>`,
  words: { type: 'div', key: null, props: { style: { display: 'flex' }, children: [] } },
  front: '',
});

const studio = openStudio({ cached: 2, waiting: 3 });
afterAll(studio.close);
const png = (picture: Picture, caller = 'ada') => studio.png(picture, nameOf(picture), caller);

describe('the picture studio', () => {
  it('names a picture by all its content', () => {
    expect(nameOf(blank('red'))).toBe(nameOf(blank('red')));
    expect(nameOf(blank('red'))).not.toBe(nameOf(blank('blue')));
  });

  it('draws once for simultaneous requests, and keeps the picture', async () => {
    const [one, other] = await Promise.all([png(blank('red')), png(blank('red'))]);
    expect(one).toBe(other);
    expect(await png(blank('red'))).toBe(one);
  });

  it('drops the least recently requested', async () => {
    const first = await png(blank('red'));
    await png(blank('green'));
    await png(blank('red'));
    await png(blank('blue'));
    expect(await png(blank('red'))).toBe(first);
  });

  it('stays below a total size', async () => {
    const { length } = await png(blank('red'));
    const small = openStudio({ cached: 10, bytes: Math.round(length * 1.5) + 600, waiting: 3 });
    const draw = (colour: string) => small.png(blank(colour), nameOf(blank(colour)), 'ada');
    const first = await draw('red');
    expect(await draw('red')).toBe(first);
    await draw('blue');
    expect(await draw('red')).not.toBe(first);
    await small.close();
  });

  it('refuses when too many wait, and draws again afterwards', async () => {
    const drawn = ['#111', '#222', '#333'].map((colour) => png(blank(colour)));
    await expect(png(blank('#444'))).rejects.toMatchObject({ code: 'unavailable', retryAfter: 10 });
    await Promise.all(drawn);
    expect((await png(blank('#444'))).length).toBeGreaterThan(0);
  });

  it('lets callers take turns, also at a picture that another waits for', async () => {
    const large = openStudio({ cached: 20, waiting: 20 });
    const order: string[] = [];
    const draw = async (caller: string, colour: string) => {
      await large.png(blank(colour), nameOf(blank(colour)), caller);
      order.push(`${caller} ${colour}`);
    };
    const burst = ['#a1', '#a2', '#a3', '#a4', '#a5'].map((each) => draw('mill', `${each}0`));
    await Promise.all([...burst, draw('ada', '#a50'), draw('bea', '#b00')]);
    expect(order.indexOf('ada #a50')).toBeLessThan(3);
    expect(order.indexOf('bea #b00')).toBeLessThan(4);
    await large.close();
  });

  it('reports a failure and continues', async () => {
    const broken = { ...blank('red'), front: '<g' };
    await expect(png(broken)).rejects.toThrow();
    await expect(png(broken)).rejects.toThrow();
    expect((await png(blank('red'))).length).toBeGreaterThan(0);
  });
});
