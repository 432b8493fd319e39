interface OptionsProps {
  of: readonly (readonly [value: string | number, label: string])[];
}

export const Options = ({ of }: OptionsProps) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
