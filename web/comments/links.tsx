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

export default function Links({ text }: { text: string }) {
  return <Linkify options={options}>{text}</Linkify>;
}
