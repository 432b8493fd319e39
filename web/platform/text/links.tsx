import Linkify from 'linkify-react';
import { piecesOf } from './link-pieces.ts';

/** Whole addresses only: a file's name or a full stop without its space is no link. */
const safe = /^(https?:\/\/|www\.|mailto:)/i;

const options = {
  defaultProtocol: 'https',
  validate: { url: (value: string) => safe.test(value), email: true },
  rel: 'nofollow ugc noopener',
  target: '_blank',
  className: 'text-primary underline',
};

export default function Links({ text }: { text: string }) {
  return piecesOf(text).map(({ from, piece, lookedAt }) =>
    lookedAt ? (
      <Linkify key={from} options={options}>
        {piece}
      </Linkify>
    ) : (
      piece
    ),
  );
}
