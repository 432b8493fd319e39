import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { guideNames, guidePicturePath, guides } from '#contract/base/guides.ts';
import { findGuides, guideFile, guideText, partsOf } from './guide-texts.ts';

const names = (search: string) => findGuides(search).map(({ name }) => name);

describe('a guide', () => {
  it.each(guideNames)('%s begins with its title and its first paragraph', (name) => {
    const { title, about } = guides[name];
    expect(partsOf(guideFile(name))).toMatchObject({ title, about });
  });

  it.each(guideNames)('%s has sections with numbered steps', (name) => {
    expect(guideText(name)).toMatch(/^## .+\n\n1\. /m);
  });

  it.each(guideNames)('%s has its picture in both themes (npm run screens -- guides)', (name) => {
    const pictures = (['light', 'dark'] as const).map((theme) => guidePicturePath(name, theme));
    expect(pictures.filter((path) => !existsSync(`web/public${path}`))).toEqual([]);
  });

  it('links to the pages of other guides', () => {
    expect(guideText('first-event')).toContain('[On the night](/help/on-the-night)');
  });
});

describe('the search', () => {
  it('finds all guides without a word', () => {
    expect(names(' ')).toEqual(guideNames);
  });

  it('finds guides with all the words, in upper or lower case', () => {
    expect(names('SPREADSHEET door')).toEqual(['on-the-night']);
    expect(names('zeppelin')).toEqual([]);
  });

  it('finds words that stand in two lines or have another apostrophe', () => {
    expect(names('you’re coming')).toContain('finding-your-people');
    expect(names("you're coming")).toContain('finding-your-people');
  });

  it('shows the line with the longest word, as plain text', () => {
    const [found] = findGuides('a spreadsheet');
    expect(found?.line).toBe('To work with it in a spreadsheet, press Download.');
  });

  it('shows no line for a word of the title', () => {
    expect(findGuides('meetup').find(({ name }) => name === 'moving-from-meetup')?.line).toBe(
      'Open your group at Meetup in another window, so that you can copy from it.',
    );
    expect(findGuides('organise a night').every(({ line }) => line !== 'On the night')).toBe(true);
  });
});
