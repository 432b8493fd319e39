import Linkify from 'linkify-react';
import { piecesOf } from './link-pieces.ts';

/** Links only full addresses, because 'map.pdf' or 'six.Soup' isn't one. */
const safe = /^(https?:\/\/|www\.|mailto:)/i;

const options = {
  defaultProtocol: 'https',
  validate: { url: (value: string) => safe.test(value), email: true },
  rel: 'nofollow ugc noopener',
  target: '_blank',
  className: 'text-primary underline',
};

export default function Links({ text }: { text: string }) {
  return piecesOf(text).map(({ from, piece, isScanned }) =>
    isScanned ? (
      <Linkify key={from} options={options}>
        {piece}
      </Linkify>
    ) : (
      piece
    ),
  );
}
