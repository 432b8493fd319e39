import { coverUrl } from './cover-url.ts';
import { cx } from './cx.ts';
import { ImageOr } from './image.tsx';
import { pictureSet } from './picture-set.ts';

/** The default `sizes`, for a cover in a grid of cards. */
const sizesInCards = '(min-width: 64rem) 24rem, (min-width: 40rem) 50vw, 100vw';

interface CoverProps {
  seed: number;
  categoryId: number;
  imageUrl?: string | null | undefined;
  alt?: string | undefined;
  /** True for the first picture of a page; others load lazily. */
  eager?: boolean | undefined;
  /** The image's `sizes` attribute. */
  sizes?: string | undefined;
  className?: string | undefined;
}

export function Cover({
  seed,
  categoryId,
  imageUrl,
  alt = '',
  eager = false,
  sizes = sizesInCards,
  className,
}: CoverProps) {
  const shared = {
    width: 640,
    height: 360,
    loading: eager ? undefined : 'lazy',
    className: cx('cover', className),
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
