import { useState } from 'react';
import { maxWalkInPeople } from '#contract/platform/limits.ts';
import { InputField } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Stepper } from '#web/ui/stepper.tsx';
import type { WalkIn } from './engine.ts';
import { newPhoneId } from './store.ts';

interface WalkInDialogProps {
  /** The text that somebody typed into the search. */
  typed: string;
  onAdd: (walkIn: WalkIn) => void;
  onClose: () => void;
}

/** Adds people who are on no list. */
export function WalkInDialog({ typed, onAdd, onClose }: WalkInDialogProps) {
  const [name, setName] = useState(typed);
  const [people, setPeople] = useState(1);
  const [error, setError] = useState<string>();
  const add = () => {
    const trimmed = name.trim();
    if (trimmed === '') return setError('Please enter a name');
    if (!/\p{L}/u.test(trimmed)) return setError('Name must have a letter in it');
    onAdd({ id: newPhoneId(), name: trimmed, people });
    onClose();
  };
  return (
    <FormDialog
      title="Add a walk-in"
      description="Somebody who is on no list."
      label="They’re here"
      busy={false}
      className="[&_:is(button,input)]:min-h-14 [&_:is(button,input)]:min-w-14"
      onClose={onClose}
      onSubmit={add}
    >
      <InputField
        label="Name"
        error={error}
        maxLength={80}
        autoComplete="off"
        autoCapitalize="words"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Stepper
        label="People"
        value={people}
        onValueChange={setPeople}
        min={1}
        max={maxWalkInPeople}
      />
    </FormDialog>
  );
}
