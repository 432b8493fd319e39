import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { SiteProvider } from '#web/platform/site.tsx';
import { AmountPicker } from './amount-picker.tsx';
import { signUpTiers } from './tiers.ts';

const pickerWhere = (paymentKey: string | null) =>
  renderToString(
    <SiteProvider
      value={{
        name: 'Keswick Hall',
        supportEmail: 'help@hall.example',
        paymentKey,
        banner: '',
        registration: 'open',
        minimumAge: 16,
        groupApproval: true,
        town: '',
        logoUrl: null,
        pictureUrl: null,
        mailLeaves: true,
        origin: 'https://hall.example',
        year: 2026,
      }}
    >
      <AmountPicker legend="Support" tiers={signUpTiers} amount={undefined} onChange={() => {}} />
    </SiteProvider>,
  );

it('the amount picker explains under the amounts why none can be given, for screen readers too', () => {
  const html = pickerWhere(null);
  const [, id] = /aria-describedby="([^"]+)"/.exec(html) ?? [];
  expect(html).toContain('Keswick Hall<!-- --> can&#x27;t take donations yet');
  expect(html).toContain(`id="${id}"`);
});

it('the amount picker has no explanation when amounts can be given', () => {
  expect(pickerWhere('pk_test')).not.toContain('donations yet');
});
