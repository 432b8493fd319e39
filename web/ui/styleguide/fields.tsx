import { useState } from 'react';
import { Checkbox, FormError, RadioCards } from '../choices.tsx';
import { DateTimePair } from '../date-time-field.tsx';
import { InputField, SelectField, TextareaField } from '../field.tsx';
import { categoryNames } from './examples.ts';
import { Stepper } from '../stepper.tsx';
import { Part } from './part.tsx';
import { TownField } from './town-field.tsx';

export function Fields() {
  return (
    <>
      <Part id="fields" title="Fields">
        <form className="grid max-w-2xl gap-6" noValidate>
          <FormError title="The event could not be saved">Two things need another look.</FormError>
          <InputField
            label="Title"
            hint="At least 5 characters"
            name="title"
            defaultValue="Barn dance"
          />
          <InputField
            label="Venue"
            hint="Shown to signed-in members only"
            error="Please enter a location (at least 5 characters)"
            name="venue"
            defaultValue="Hall"
          />
          <InputField label="Phone number" optional name="phone" placeholder="07700 900123" />
          <InputField
            label="E-mail"
            hint="E-mail can't be changed"
            name="email"
            readOnly
            value="ada@example.com"
          />
          <InputField
            label="Group"
            hint="Only organisers can choose another"
            name="group"
            disabled
            value="Hebden Ramblers"
          />
          <SelectField label="Category" name="category">
            {categoryNames.map((category) => (
              <option key={category}>{category}</option>
            ))}
          </SelectField>
          <TextareaField label="Description" hint="At least 20 characters" name="description" />
        </form>
      </Part>
      <Choices />
      <Part id="combobox" title="Combobox">
        <div className="max-w-md">
          <TownField />
        </div>
      </Part>
      <Times />
      <Steppers />
    </>
  );
}

function Choices() {
  return (
    <Part id="choices" title="Choices">
      <form className="grid max-w-2xl gap-6" noValidate>
        <RadioCards
          name="fee"
          legend="Fee"
          defaultValue="free"
          options={[
            { value: 'free', label: 'Free', description: 'Nobody pays to come' },
            { value: 'paid', label: 'Paid', description: 'Members pay at the door' },
          ]}
        />
        <RadioCards
          name="amount"
          legend="Amount"
          columns={4}
          optional
          error="Please select an amount"
          options={['£5', '£10', '£20', '£50'].map((value) => ({ value, label: value }))}
        />
        <Checkbox
          name="sms"
          label="Enable SMS notifications"
          description="Event reminders and changes, direct messages, group updates"
        />
        <Checkbox name="terms" label="I agree" error="Please agree to go on" defaultChecked />
        <Checkbox name="closed" label="Open to everybody" disabled />
      </form>
    </Part>
  );
}

function Times() {
  const [start, setStart] = useState('2026-11-28T19:30');
  const [end, setEnd] = useState('2026-11-28T23:00');
  return (
    <Part id="times" title="Day and time">
      <div className="grid max-w-2xl gap-6">
        <DateTimePair
          min="2026-11-21"
          start={{ value: start, onValueChange: setStart, name: 'start', hint: 'UK time' }}
          end={{ value: end, onValueChange: setEnd, name: 'end', hint: 'After the start' }}
        />
        <output aria-label="Chosen">
          {start || 'no start'} to {end || 'no end'}
        </output>
        <DateTimePair
          min="2026-11-21"
          start={{
            label: 'Doors Open',
            value: '',
            onValueChange: () => undefined,
            error: 'Please select a start time',
          }}
          end={{
            label: 'Doors Close',
            value: '2026-11-28T',
            onValueChange: () => undefined,
            error: 'Please select an end time',
          }}
        />
      </div>
    </Part>
  );
}

function Steppers() {
  const [guests, setGuests] = useState(1);
  return (
    <Part id="steppers" title="Steppers">
      <div className="grid max-w-md gap-6">
        <Stepper
          label="Guests per person"
          hint="0 to 5"
          value={guests}
          onValueChange={setGuests}
          max={5}
        />
        <Stepper
          isLine
          label="Bringing guests"
          value={0}
          onValueChange={() => undefined}
          max={0}
          error="All places are taken"
        />
      </div>
    </Part>
  );
}
