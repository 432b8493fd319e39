import Linkify from 'linkify-react';

/** Whole addresses only: a file's name or a full stop without its space is no link. */
const safe = /^(https?:\/\/|www\.|mailto:)/i;

const options = {
  defaultProtocol: 'https',
  validate: { url: (value: string) => safe.test(value), email: true },
  rel: 'nofollow ugc noopener',
  target: '_blank',
  className: 'text-primary underline',
};

/**
 * What looks for addresses takes the square of a word's length, but for one that begins as an address: this many
 * characters have room for any mail address, and a text full of such words is done in a blink.
 */
const longestWord = 300;

/** Of the signs that RFC 3986 lets stand in one, so that nothing is looked for behind it. */
const wholeAddress = /^https?:\/\/[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i;

const isLookedAt = (word: string) => word.length <= longestWord || wholeAddress.test(word.trim());

/** The text in pieces that are looked at or not, each with where it begins. */
function piecesOf(text: string) {
  const pieces: { from: number; piece: string; lookedAt: boolean }[] = [];
  let from = 0;
  for (const word of text.split(/(?<=\s)/)) {
    const lookedAt = isLookedAt(word);
    const last = pieces.at(-1);
    if (last?.lookedAt === lookedAt) last.piece += word;
    else pieces.push({ from, piece: word, lookedAt });
    from += word.length;
  }
  return pieces;
}

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
