import Linkify from 'linkify-react';
import { piecesOf } from './link-pieces.ts';

/** Links only full addresses, because 'map.pdf' or 'six.Soup' isn't one. */
const safeScheme = /^(https?:\/\/|www\.|mailto:)/i;

const linkifyOptions = {
  defaultProtocol: 'https',
  validate: { url: (value: string) => safeScheme.test(value), email: true },
  rel: 'nofollow ugc noopener',
  target: '_blank',
  className: 'text-primary underline',
};

export default function Links({ text }: { text: string }) {
  return piecesOf(text).map(({ from, piece, isScanned }) =>
    isScanned ? (
      <Linkify key={from} options={linkifyOptions}>
        {piece}
      </Linkify>
    ) : (
      piece
    ),
  );
}
