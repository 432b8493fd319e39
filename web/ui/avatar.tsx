import { cx } from './cx.ts';
import { Person } from './icons.tsx';
import { ImageOr } from './image.tsx';
import { pictureSet } from './picture-set.ts';

export type AvatarSize = 'sm' | 'md' | 'lg' | 'xl';

const sizeClasses: Record<AvatarSize, string> = {
  sm: 'size-8 text-sm',
  md: 'size-11 text-lg',
  lg: 'size-16 text-2xl',
  xl: 'size-24 text-4xl',
};

const sizePixels: Record<AvatarSize, number> = { sm: 32, md: 44, lg: 64, xl: 96 };

const initialColours = [
  'bg-[#0e4f39] text-[#fdf4e0]',
  'bg-[#f4a91c] text-[#2a1a02]',
  'bg-[#b8452a] text-[#fff6ec]',
  'bg-[#2f5d8a] text-[#f4f8fc]',
  'bg-[#7a3b69] text-[#fdf1f9]',
  'bg-[#f2c9b0] text-[#47200e]',
  'bg-[#bcd9b8] text-[#14301d]',
  'bg-[#2b6d70] text-[#effafa]',
];

const colourOf = (seed: string) =>
  initialColours[
    [...seed].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 9973, 7) %
      initialColours.length
  ];

const initialOf = (name: string) => [...name.trim()][0]?.toUpperCase();

export interface AvatarProps {
  /** Omitted if the viewer may not see the name. */
  name?: string | null | undefined;
  imageUrl?: string | null | undefined;
  /** Picks the colour of a person without a name. */
  seed?: string | undefined;
  size?: AvatarSize | undefined;
  className?: string | undefined;
}

export function Avatar({ name, imageUrl, seed = '', size = 'md', className }: AvatarProps) {
  const shape = cx('avatar', sizeClasses[size], className);
  return (
    <ImageOr
      src={imageUrl}
      srcSet={pictureSet(imageUrl, 'avatar')}
      sizes={`${sizePixels[size]}px`}
      alt=""
      width={sizePixels[size]}
      height={sizePixels[size]}
      loading="lazy"
      className={shape}
    >
      <span aria-hidden className={cx('inline-grid', shape, colourOf(name || seed))}>
        {initialOf(name ?? '') ?? <Person className="size-full opacity-85" />}
      </span>
    </ImageOr>
  );
}
