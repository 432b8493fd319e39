import type { ReactNode } from 'react';

/** The way to the home screen of an iPhone or iPad, in three pictures. */
export const IphoneSteps = ({ name }: { name: string }) => (
  <ol className="mt-4 grid gap-4 sm:grid-cols-3">
    {stepsFor(name).map(({ button, picture, words }, at) => (
      <li key={button} className="flex items-center gap-4 sm:flex-col sm:items-start">
        <Screen>{picture}</Screen>
        <p className="text-sm">
          <span className="font-display text-lg font-bold text-accent-ink">{at + 1}</span> {words}
        </p>
      </li>
    ))}
  </ol>
);

const stepsFor = (name: string): { button: string; picture: ReactNode; words: ReactNode }[] => [
  {
    button: 'Share',
    picture: <ShareStep />,
    words: (
      <>
        Press <b>Share</b>, the square with an arrow. If you don’t see it, press the three dots
        first.
      </>
    ),
  },
  {
    button: 'Add to Home Screen',
    picture: <ListStep />,
    words: (
      <>
        Scroll down the list and choose <b>Add to Home Screen</b>.
      </>
    ),
  },
  {
    button: 'Add',
    picture: <AddStep />,
    words: (
      <>
        Press <b>Add</b> at the top. {name} is on your home screen now.
      </>
    ),
  },
];

/** The lower or upper half of a phone, with what the step is about in the accent's colour. */
const Screen = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 120 104"
    aria-hidden="true"
    fill="none"
    strokeLinecap="round"
    strokeLinejoin="round"
    className="w-32 shrink-0 sm:w-full"
  >
    {children}
  </svg>
);

const card = 'var(--color-card)';
const paper = 'var(--color-paper)';
const line = 'var(--color-line)';
const edge = 'var(--color-edge)';
const ink = 'var(--color-ink)';
const accent = 'var(--color-accent)';
const soft = 'var(--color-accent-soft)';

/** A phone that is cut off at its upper edge, or at its lower one. */
const phoneCut = {
  top: 'M8 2v78a20 20 0 0 0 20 20h64a20 20 0 0 0 20-20V2',
  bottom: 'M8 102V24A20 20 0 0 1 28 4h64a20 20 0 0 1 20 20v78',
};

const Phone = ({ cut }: { cut: keyof typeof phoneCut }) => (
  <path d={phoneCut[cut]} fill={card} stroke={edge} strokeWidth="3" />
);

/** The square with an arrow, around a middle. */
const ShareSign = ({ x, y, colour }: { x: number; y: number; colour: string }) => (
  <path
    d={`M${x} ${y + 2}v-13m-4.5 4.5 4.5-4.5 4.5 4.5m-7 4H${x - 8}v13h16V${y - 3}h-2.5`}
    stroke={colour}
    strokeWidth="2.5"
  />
);

/** Words of the screen that nobody needs to read. */
const Words = ({
  x,
  y,
  width,
  colour = line,
}: {
  x: number;
  y: number;
  width: number;
  colour?: string;
}) => <path d={`M${x} ${y}h${width}`} stroke={colour} strokeWidth="5" />;

const ShareStep = () => (
  <>
    <Phone cut="top" />
    <Words x={22} y={14} width={76} />
    <Words x={22} y={27} width={58} />
    <Words x={22} y={40} width={68} />
    <path d="M9.5 56h101v24a18.5 18.5 0 0 1-18.5 18.5H28A18.5 18.5 0 0 1 9.5 80Z" fill={paper} />
    <path d="M9.5 56h101" stroke={line} strokeWidth="2" />
    <path d="m27 70-6 6 6 6M36 70l6 6-6 6" stroke={edge} strokeWidth="2.5" />
    <circle cx="66" cy="76" r="16" fill={soft} stroke={accent} strokeWidth="3" />
    <ShareSign x={66} y={77} colour={ink} />
    <path d="M92 76h.01M98.5 76h.01M105 76h.01" stroke={edge} strokeWidth="4" />
  </>
);

const ListStep = () => (
  <>
    <Phone cut="top" />
    <path d="M48 12h24" stroke={edge} strokeWidth="3" />
    <Words x={22} y={28} width={46} />
    <path d="M16 38h88" stroke={line} strokeWidth="1.5" />
    <rect x="14" y="44" width="92" height="26" rx="8" fill={soft} stroke={accent} strokeWidth="3" />
    <Words x={24} y={57} width={48} colour={ink} />
    <rect x="84" y="49.5" width="15" height="15" rx="4" stroke={ink} strokeWidth="2.5" />
    <path d="M91.5 53.5v7M88 57h7" stroke={ink} strokeWidth="2.5" />
    <Words x={24} y={84} width={38} />
  </>
);

const AddStep = () => (
  <>
    <Phone cut="bottom" />
    <path d="M48 14h24" stroke={edge} strokeWidth="3" />
    <path d="m24 30 8 8m0-8-8 8" stroke={edge} strokeWidth="2.5" />
    <rect
      x="66"
      y="23"
      width="38"
      height="22"
      rx="11"
      fill={soft}
      stroke={accent}
      strokeWidth="3"
    />
    <Words x={77} y={34} width={16} colour={ink} />
    <rect x="20" y="57" width="28" height="28" rx="7" fill="var(--color-primary)" />
    <path d="M27 77v-9l7-6 7 6v9z" fill="var(--color-on-primary)" />
    <Words x={58} y={66} width={40} />
    <Words x={58} y={78} width={28} />
  </>
);
