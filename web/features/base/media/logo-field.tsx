import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { pictureMegabytes, pictureTypes } from '#contract/base/media.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, Hint } from '#web/ui/field.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { uploadFailure, uploadPicture } from './picture-upload.ts';

interface LogoFieldProps {
  /** The address of the uploaded logo; null for none. */
  value: string | null;
  onChange: (url: string | null) => void;
  error?: string | undefined;
}

/** Uploads the site's logo, or takes it away. */
export function LogoField({ value, onChange, error }: LogoFieldProps) {
  const id = useId();
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(file, 'logo'),
    onSuccess: ({ url }) => onChange(url),
  });
  return (
    <div data-field="" role="group" aria-labelledby={`${id}-label`} className="flex flex-col gap-2">
      <p id={`${id}-label`} className="font-semibold">
        Logo <span className="font-normal text-muted">(optional)</span>
      </p>
      <Hint id={id}>
        In the place of the little house: in the header, emails, link previews and icons. A square
        picture of up to {pictureMegabytes}&nbsp;MB works best.
      </Hint>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {value && (
          <img
            src={value}
            alt="The logo"
            width={64}
            height={64}
            className="size-16 rounded-card bg-sunken object-contain"
          />
        )}
        <FileButton
          fileLabel="Logo to upload"
          accept={pictureTypes.join(',')}
          onFile={(file) => upload.mutate(file)}
          busy={upload.isPending}
          busyLabel="Uploading..."
          aria-describedby={`${id}-hint`}
        >
          <ImageUp aria-hidden className="size-5" />
          Upload a logo
        </FileButton>
        {value && (
          <Button
            variant="ghost"
            onClick={() => {
              upload.reset();
              onChange(null);
            }}
          >
            Remove logo
          </Button>
        )}
      </div>
      <FieldError id={id} error={upload.isError ? uploadFailure(upload.error) : error} />
    </div>
  );
}
