import { coverUrl } from './cover-url.ts';
import { cx } from './cx.ts';
import { ImageOr } from './image.tsx';
import { pictureSet } from './picture-set.ts';

/** How wide a cover stands: in a grid of cards, unless the place says otherwise. */
const inCards = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw';

interface CoverProps {
  seed: number;
  categoryId: number;
  imageUrl?: string | null | undefined;
  alt?: string | undefined;
  /** The picture a page opens with is fetched at once; all others wait until they come near. */
  eager?: boolean | undefined;
  /** How wide it stands, by the width of the window, as an image's `sizes`. */
  sizes?: string | undefined;
  className?: string | undefined;
}

export function Cover({
  seed,
  categoryId,
  imageUrl,
  alt = '',
  eager = false,
  sizes = inCards,
  className,
}: CoverProps) {
  const shared = {
    width: 640,
    height: 360,
    loading: eager ? 'eager' : 'lazy',
    className: cx('aspect-video w-full bg-sunken object-cover dark:brightness-90', className),
  } as const;
  return (
    <ImageOr
      {...shared}
      src={imageUrl}
      srcSet={pictureSet(imageUrl, 'cover')}
      sizes={sizes}
      alt={alt}
    >
      <img {...shared} src={coverUrl(categoryId, seed)} alt={alt} decoding="async" />
    </ImageOr>
  );
}
