import { expect, part, test } from './support/test.ts';

test('a field is named by its label and described by its rule and its error', async ({ guide }) => {
  const fields = part(guide, 'fields');
  const title = fields.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveAccessibleDescription('At least 5 characters');
  await expect(title).not.toHaveAttribute('aria-invalid');

  const venue = fields.getByRole('textbox', { name: 'Venue' });
  await expect(venue).toHaveAccessibleDescription(
    'Shown to signed-in members only Please enter a location (at least 5 characters)',
  );
  await expect(venue).toHaveAttribute('aria-invalid', 'true');

  await fields.getByText('Phone number').click();
  const phone = fields.getByRole('textbox', { name: 'Phone number (optional)' });
  await expect(phone).toBeFocused();
  await expect(phone).not.toHaveAttribute('aria-required');
  await expect(title).toHaveAttribute('aria-required', 'true');
});

test('an error of the whole form is an alert', async ({ guide }) => {
  await expect(part(guide, 'fields').getByRole('alert')).toContainText(
    'Two things need another look.',
  );
});

test('radio cards are one stop, chosen by the arrows', async ({ guide }) => {
  const choices = part(guide, 'choices');
  const fee = choices.getByRole('group', { name: 'Fee' });
  await fee.getByRole('radio', { name: 'Free' }).focus();
  await guide.keyboard.press('ArrowDown');
  await expect(fee.getByRole('radio', { name: 'Paid' })).toBeChecked();
  await guide.keyboard.press('Tab');
  await expect(choices.getByRole('radio', { name: '£5', exact: true })).toBeFocused();

  const amount = choices.getByRole('group', { name: 'Amount (optional)' });
  await expect(amount).toHaveAccessibleDescription('Please select an amount');
});

test('a checkbox is described by its text and its error, and toggled by Space', async ({
  guide,
}) => {
  const choices = part(guide, 'choices');
  const sms = choices.getByRole('checkbox', { name: 'Enable SMS notifications' });
  await expect(sms).toHaveAccessibleDescription(/^Event reminders/);
  await sms.focus();
  await guide.keyboard.press('Space');
  await expect(sms).toBeChecked();
  const agree = choices.getByRole('checkbox', { name: 'I agree' });
  await expect(agree).toHaveAccessibleDescription('Please agree to go on');
});

test.describe('day and time', () => {
  test('the end keeps its distance when the start moves, while a year is typed too', async ({
    guide,
  }) => {
    const times = part(guide, 'times');
    const chosen = times.getByLabel('Chosen');
    await times.getByLabel('Start time: day').fill('2026-12-05');
    await expect(chosen).toHaveText('2026-12-05T19:30 to 2026-12-05T23:00');
    await times.getByLabel('Start time: time').fill('21:00');
    await expect(chosen).toHaveText('2026-12-05T21:00 to 2026-12-06T00:30');

    await times.getByLabel('Start time: day').focus();
    // The field accepts any country's order.
    await guide.keyboard.type('11112027');
    await expect(chosen).toHaveText('2027-11-11T21:00 to 2027-11-12T00:30');
  });

  test('a removed start leaves the end, and comes back at the old distance', async ({ guide }) => {
    const times = part(guide, 'times');
    const chosen = times.getByLabel('Chosen');
    await times.getByLabel('Start time: day').fill('');
    await expect(chosen).toHaveText('T19:30 to 2026-11-28T23:00');
    await times.getByLabel('Start time: day').fill('2026-11-30');
    await expect(chosen).toHaveText('2026-11-30T19:30 to 2026-11-30T23:00');
  });

  test('neither offers a day before today, nor the end one before the start', async ({ guide }) => {
    const times = part(guide, 'times');
    await expect(times.getByLabel('Start time: day')).toHaveAttribute('min', '2026-11-21');
    await expect(times.getByLabel('End time: day')).toHaveAttribute('min', '2026-11-28');
  });

  test('both inputs are described by the rule and the error', async ({ guide }) => {
    const times = part(guide, 'times');
    await expect(times.getByRole('group', { name: 'Start time' })).toBeVisible();
    await expect(times.getByLabel('Start time: time')).toHaveAccessibleDescription('UK time');
    for (const input of ['Doors Open: day', 'Doors Open: time']) {
      await expect(times.getByLabel(input)).toHaveAccessibleDescription(
        'Please select a start time',
      );
      await expect(times.getByLabel(input)).toHaveAttribute('aria-invalid', 'true');
    }
  });
});

test.describe('a stepper', () => {
  test('is a labelled spin button: typed, by the arrows, and by minus and plus', async ({
    guide,
  }) => {
    const steppers = part(guide, 'steppers');
    const guests = steppers.getByRole('spinbutton', { name: 'Guests per person' });
    await expect(guests).toHaveAccessibleDescription('0 to 5');
    await steppers.getByRole('button', { name: 'One more: Guests per person' }).click();
    await expect(guests).toHaveValue('2');
    await steppers.getByRole('button', { name: 'One fewer: Guests per person' }).click();
    await expect(guests).toHaveValue('1');
    await guests.focus();
    await guide.keyboard.press('ArrowUp');
    await expect(guests).toHaveValue('2');
    await guide.keyboard.press('Tab');
    await guide.keyboard.press('Shift+Tab');
    await guide.keyboard.type('4');
    await expect(guests).toHaveValue('4');
  });

  test('ends at its bounds, and its buttons keep the focus there', async ({ guide }) => {
    const steppers = part(guide, 'steppers');
    const guests = steppers.getByRole('spinbutton', { name: 'Guests per person' });
    const more = steppers.getByRole('button', { name: 'One more: Guests per person' });
    await guests.fill('9');
    await expect(guests).toHaveValue('5');
    await more.focus();
    await guide.keyboard.press('Enter');
    await expect(guests).toHaveValue('5');
    await expect(more).toBeFocused();
    await expect(more).toHaveAttribute('aria-disabled', 'true');
    await guests.fill('');
    await expect(guests).toHaveValue('5');
    await guests.press('Home');
    await expect(guests).toHaveValue('0');
    await guests.press('ArrowDown');
    await expect(guests).toHaveValue('0');
    await guests.press('End');
    await expect(guests).toHaveValue('5');
  });

  test('says what is wrong with it', async ({ guide }) => {
    const full = part(guide, 'steppers').getByRole('spinbutton', { name: 'Bringing guests' });
    await expect(full).toHaveAccessibleDescription('All places are taken');
  });
});
