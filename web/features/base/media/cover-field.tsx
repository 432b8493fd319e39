import { ImageUp } from 'lucide-react';
import { type Ref } from 'react';
import { pictureMegabytes, pictureTypes } from '#contract/base/media.ts';
import { useMutation } from '#web/platform/data/use-mutation.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { ImageOr } from '#web/ui/image.tsx';
import { uploadFailure, uploadPicture } from './picture-upload.ts';

interface CoverFieldProps {
  /** The picture's URL; blank for no picture. */
  value: string | null | undefined;
  label?: string;
  /** The second half of 'Without one, …'. */
  without?: string;
  onChange: (url: string) => void;
  error?: string | null | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  /** Ref of the URL input, so that a form can focus it. */
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Takes a picture's URL, or uploads a picture and takes its new URL. */
export function CoverField({
  label = 'Image URL',
  without = "we'll draw a cover",
  value,
  onChange,
  error,
  ...input
}: CoverFieldProps) {
  const upload = useMutation({
    mutationFn: (file: File) => uploadPicture(file, 'cover'),
    onSuccess: ({ url }) => onChange(url),
  });
  const problem = upload.isError ? uploadFailure(upload.error) : error;
  return (
    <Field
      label={label}
      hint={`Starts with https://, or upload a picture of up to ${pictureMegabytes}\u00a0MB. Without one, ${without}.`}
      optional
      error={problem}
    >
      {(control) => (
        <>
          <Input
            {...control}
            {...input}
            value={value ?? ''}
            onChange={(event) => {
              upload.reset();
              onChange(event.target.value);
            }}
            type="url"
            inputMode="url"
          />
          {/* Stands below the error, which is about the URL above. */}
          <div className="order-1 mt-1 flex flex-wrap items-center gap-x-4 gap-y-3">
            <FileButton
              fileLabel="Picture to upload"
              accept={pictureTypes.join(',')}
              onFile={(file) => upload.mutate(file)}
              busy={upload.isPending}
              busyLabel="Uploading..."
              aria-describedby={control['aria-describedby']}
            >
              <ImageUp aria-hidden className="size-5" />
              Upload a picture
            </FileButton>
            {value && (
              <Button variant="ghost" onClick={() => onChange('')}>
                Remove picture
              </Button>
            )}
          </div>
          <ChosenCover url={value} />
          <p role="status" className="order-1 text-sm text-muted empty:hidden">
            {upload.data?.quota?.message}
          </p>
        </>
      )}
    </Field>
  );
}

const showableAddress = /^(https?:\/\/[^\s/.]+\.\S+|\/media\/\S+)$/i;

function ChosenCover({ url }: { url: string | null | undefined }) {
  if (!url || !showableAddress.test(url)) return null;
  return (
    <ImageOr
      src={url}
      alt="The chosen picture"
      width={640}
      height={360}
      className="order-1 mt-1 aspect-video w-48 rounded-card bg-sunken object-cover"
    >
      <p className="order-1 text-sm text-muted">We can't find a picture at this address yet.</p>
    </ImageOr>
  );
}
