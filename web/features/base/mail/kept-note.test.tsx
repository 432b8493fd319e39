import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SiteProvider, type Site } from '#web/platform/site.tsx';
import { useKeptSentence } from './kept-note.ts';

const KeptSentence = () => useKeptSentence();

it.each([
  [{ mailLeaves: true, publicDemo: false }, ''],
  [
    { mailLeaves: false, publicDemo: false },
    ' They are kept, and go once this site can send email.',
  ],
  [{ mailLeaves: false, publicDemo: true }, ' No email leaves this demonstration.'],
])('the list of emails says what becomes of them only where none leaves: %j', (site, said) => {
  expect(
    renderToString(
      <SiteProvider value={site as Site}>
        <KeptSentence />
      </SiteProvider>,
    ),
  ).toBe(said);
});
