import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { LookPreview } from './look-preview.tsx';

const previewOf = (accent: string, logoUrl: string | null = null) =>
  renderToString(<LookPreview accent={accent} siteName="Keswick Commons" logoUrl={logoUrl} />);

it('the preview shows a header and a button in both themes, with readable words whatever the colour', () => {
  for (const accent of ['#000000', '#ffffff', '#7F7F7F', '#ffe600']) {
    const html = previewOf(accent);
    expect(html).toContain(`fill="${accent.toLowerCase()}"`);
    const told = [...html.matchAll(/have a contrast of (?:<!-- -->)?([\d.]+) to 1/g)];
    expect(told).toHaveLength(2);
    for (const [, ratio] of told) expect(Number(ratio)).toBeGreaterThanOrEqual(4.5);
  }
});

it('the preview warns of a button that hardly differs from the page, in that theme alone', () => {
  expect(previewOf('#fbf5e9').match(/hard to see/g)).toHaveLength(1);
  expect(previewOf('#0f1b15').match(/hard to see/g)).toHaveLength(1);
  expect(previewOf('#7f7f7f')).not.toContain('hard to see');
});

it('the preview shows the default colour until a whole one is typed, and no style that the policy refuses', () => {
  for (const accent of ['', '#12', 'red', '"><script>']) {
    expect(previewOf(accent)).toContain('fill="#f4a91c"');
    expect(previewOf(accent)).not.toMatch(/style=|script/);
  }
});

it('the preview shows the logo in the place of the mark', () => {
  expect(previewOf('', '/media/1.webp').match(/href="\/media\/1\.webp"/g)).toHaveLength(2);
});
