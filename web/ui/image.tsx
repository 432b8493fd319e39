import { useState, type ComponentProps, type ReactNode } from 'react';

interface ImageOrProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'ref'> {
  src: string | null | undefined;
  alt: string;
  /** Stands in while there is no picture, or when it can't be had. */
  children: ReactNode;
}

/** A picture from elsewhere, and what to show without it. */
export function ImageOr({ src, alt, children, ...rest }: ImageOrProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!src || broken === src) return children;
  return (
    <img
      {...rest}
      src={src}
      alt={alt}
      decoding="async"
      // An image that failed before hydration has sent its error event to nobody.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(src);
      }}
      onError={() => setBroken(src)}
    />
  );
}
