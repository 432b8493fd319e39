import { coverUrl } from './covers/url.ts';
import { cx } from './cx.ts';
import { ImageOr } from './image.tsx';

interface CoverProps {
  seed: number;
  categoryId: number;
  imageUrl?: string | null | undefined;
  alt?: string | undefined;
  /** The picture a page opens with is fetched at once; all others wait until they come near. */
  eager?: boolean | undefined;
  className?: string | undefined;
}

export function Cover({
  seed,
  categoryId,
  imageUrl,
  alt = '',
  eager = false,
  className,
}: CoverProps) {
  const shared = {
    width: 640,
    height: 360,
    loading: eager ? 'eager' : 'lazy',
    className: cx('aspect-video w-full bg-sunken object-cover dark:brightness-90', className),
  } as const;
  return (
    <ImageOr {...shared} src={imageUrl} alt={alt}>
      <img {...shared} src={coverUrl(categoryId, seed)} alt={alt} decoding="async" />
    </ImageOr>
  );
}
