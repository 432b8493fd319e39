import { useState } from 'react';
import { Combobox } from '../combobox.tsx';
import { Field } from '../field.tsx';
import { towns } from './examples.ts';

const answerTime = 200;

/** A combobox with a slow lookup, and a list of its queries. */
export function TownField() {
  const [value, setValue] = useState('');
  const [options, setOptions] = useState<readonly { value: string; detail: string }[]>([]);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const ask = (text: string) => {
    setAsked([...asked, text]);
    setBusy(true);
    setTimeout(() => {
      setOptions(towns.filter((town) => town.value.toLowerCase().startsWith(text.toLowerCase())));
      setBusy(false);
    }, answerTime);
  };
  return (
    <>
      <Field label="City or Town" hint="Type three letters or more">
        {(control) => (
          <Combobox
            control={control}
            name="city"
            value={value}
            onValueChange={setValue}
            onQuery={ask}
            options={options}
            busy={busy}
            placeholder="Newport, say"
          />
        )}
      </Field>
      <output aria-label="Asked for" className="mt-3 block text-sm text-muted">
        {asked.length === 0 ? 'nothing yet' : asked.join(', ')}
      </output>
    </>
  );
}
