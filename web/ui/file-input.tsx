import type { RefObject } from 'react';

interface FileInputProps {
  /** A button opens the input by it. */
  picker: RefObject<HTMLInputElement | null>;
  label: string;
  accept: string;
  name?: string;
  onFile: (file: File) => void;
}

/** The hidden input behind a button that chooses a file. */
export const FileInput = ({ picker, label, accept, name, onFile }: FileInputProps) => (
  <input
    ref={picker}
    type="file"
    name={name}
    hidden
    aria-label={label}
    accept={accept}
    onChange={({ target }) => {
      const [file] = target.files ?? [];
      // Reset the input, so that choosing the same file again fires a change.
      target.value = '';
      if (file) onFile(file);
    }}
  />
);
