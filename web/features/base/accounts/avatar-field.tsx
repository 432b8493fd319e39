import { ImageUp } from 'lucide-react';
import { useId, useRef } from 'react';
import { pictureMegabytes, pictureTypes } from '#contract/base/media.ts';
import { readPicture, UnusablePicture } from '#web/features/base/media/picture-file.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { describedBy, FieldError, Hint } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { lazyPart } from '#web/platform/router/lazy-part.tsx';
import { useMutation } from '#web/platform/data/use-mutation.ts';

const AvatarCrop = lazyPart(() => import('./avatar-crop.tsx'), <Skeleton className="h-96" />);

interface AvatarFieldProps {
  name: string;
  /** A URL or a data URL; null for no picture. */
  value: string | null;
  onChange: (picture: string | null) => void;
  error?: string | undefined;
}

/** Chooses, crops or removes the profile picture. */
export function AvatarField({ name, value, onChange, error }: AvatarFieldProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const chosen = useMutation({ mutationFn: readPicture });
  const hint = `PNG, JPEG, WebP, GIF or AVIF, up to ${pictureMegabytes}\u00a0MB.`;
  const problem = chosen.error ? reasonOf(chosen.error) : error;
  const closeCrop = () => {
    chosen.reset();
    button.current?.focus();
  };
  return (
    <div data-field role="group" aria-labelledby={id} className="flex flex-col gap-3">
      <p id={id} className="font-semibold">
        Picture
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Avatar name={name} imageUrl={value} size="xl" />
        <div className="flex min-w-0 flex-col gap-2">
          <div className="flex flex-wrap gap-x-3 gap-y-2">
            <FileButton
              ref={button}
              name="profileImageUrl"
              fileLabel="Picture to show"
              accept={pictureTypes.join(',')}
              onFile={(file) => chosen.mutate(file)}
              aria-describedby={describedBy(id, { hint, error: problem })}
            >
              <ImageUp aria-hidden="true" className="size-5" />
              {value ? 'Change picture' : 'Choose a picture'}
            </FileButton>
            {value && (
              <Button variant="ghost" onClick={() => onChange(null)}>
                Remove picture
              </Button>
            )}
          </div>
          <Hint id={id}>{hint}</Hint>
        </div>
      </div>
      <FieldError id={id} error={problem} />
      {chosen.data !== undefined && (
        <AvatarCrop
          key={chosen.submittedAt}
          source={chosen.data}
          onCancel={closeCrop}
          onDone={(picture) => {
            onChange(picture);
            closeCrop();
          }}
        />
      )}
    </div>
  );
}

const reasonOf = (error: Error) =>
  error instanceof UnusablePicture ? error.message : "We couldn't read this picture.";
