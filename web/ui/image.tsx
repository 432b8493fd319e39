import { useState, type ComponentProps, type ReactNode } from 'react';

interface ImageOrProps extends Omit<ComponentProps<'img'>, 'src' | 'alt' | 'ref'> {
  src: string | null | undefined;
  alt: string;
  /** Shown if there is no picture, or it fails to load. */
  children: ReactNode;
}

/** An image with a fallback. */
export function ImageOr({ src, alt, children, ...rest }: ImageOrProps) {
  const [broken, setBroken] = useState<string | null>(null);
  if (!src || broken === src) return children;
  return (
    <img
      {...rest}
      src={src}
      alt={alt}
      decoding="async"
      // An image that failed before hydration fires no error event afterwards.
      ref={(image) => {
        if (image?.complete && !image.naturalWidth) setBroken(src);
      }}
      onError={() => setBroken(src)}
    />
  );
}
