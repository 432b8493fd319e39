import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

interface FileButtonProps extends Omit<ButtonProps, 'onClick' | 'name'> {
  /** Names the hidden input, which the button opens. */
  fileLabel: string;
  accept: string;
  name?: string;
  onFile: (file: File) => void;
}

/** A button that chooses a file. */
export function FileButton({ fileLabel, accept, name, onFile, ...button }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        name={name}
        hidden
        aria-label={fileLabel}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Reset the input, so that choosing the same file again fires a change.
          target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button variant="outline" {...button} onClick={() => picker.current?.click()} />
    </>
  );
}
