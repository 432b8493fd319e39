import { accentColours } from '#contract/base/accent.ts';
import { contrastOf } from '#contract/platform/colours.ts';
import { markShapes } from '#web/ui/mark-shapes.ts';

/** The colours of a header around the site's own, as in web/ui/styles.css. */
const themes = {
  light: { paper: 'fbf5e9', ink: '14231b', line: 'e2d6bf', hall: '0e4f39', door: 'fbf5e9' },
  dark: { paper: '0f1b15', ink: 'f1eadb', line: '31443a', hall: '8ed3ab', door: '0f1b15' },
} as const;
type Theme = keyof typeof themes;

/** The least contrast of a part of a control with what is around it (WCAG 2.2, 1.4.11). */
const visibleContrast = 3;
const defaultAccent = 'f4a91c';

interface LookPreviewProps {
  /** The site's colour as typed; anything but a whole colour shows the usual one. */
  accent: string;
  siteName: string;
  logoUrl: string | null;
}

/** Shows a header and a button in the site's colour, in both themes, and tells their contrast. */
export const LookPreview = ({ accent, ...look }: LookPreviewProps) => {
  const typed = /^#([\da-f]{6})$/i.exec(accent.trim())?.[1]?.toLowerCase();
  return (
    <div role="group" aria-label="Preview" className="grid gap-4 sm:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <ThemePreview key={theme} theme={theme} accent={typed ?? defaultAccent} {...look} />
      ))}
    </div>
  );
};

type ThemePreviewProps = LookPreviewProps & { theme: Theme };

function ThemePreview({ theme, accent, siteName, logoUrl }: ThemePreviewProps) {
  const { paper, ink, line } = themes[theme];
  const colours = accentColours(theme, accent);
  const name = theme === 'light' ? 'Light' : 'Dark';
  return (
    <figure className="min-w-0">
      {/* Drawn, because the content policy allows a document no style attribute. */}
      <svg viewBox="0 0 320 132" aria-hidden="true" className="w-full rounded-card">
        <rect width="320" height="132" fill={`#${paper}`} />
        <MarkOrLogo theme={theme} logoUrl={logoUrl} />
        <text x="54" y="33" fill={`#${ink}`} fontSize="18" fontWeight="800">
          {shortened(siteName)}
        </text>
        <rect x="284" y="14" width="24" height="24" rx="12" fill={`#${colours.accent}`} />
        <text
          x="296"
          y="31"
          fill={`#${colours['on-accent']}`}
          fontSize="13"
          fontWeight="700"
          textAnchor="middle"
        >
          3
        </text>
        <rect y="52" width="320" height="1" fill={`#${line}`} />
        <rect x="12" y="72" width="136" height="42" rx="12" fill={`#${colours.accent}`} />
        <text
          x="80"
          y="98"
          fill={`#${colours['on-accent']}`}
          fontSize="15"
          fontWeight="700"
          textAnchor="middle"
        >
          Attend Event
        </text>
        <text x="164" y="98" fill={`#${colours['accent-ink']}`} fontSize="15" fontWeight="700">
          4 places left
        </text>
      </svg>
      <figcaption className="mt-2 text-sm text-muted">
        {name}: {contrastWords(colours, paper)}
      </figcaption>
    </figure>
  );
}

function contrastWords(colours: ReturnType<typeof accentColours>, paper: string): string {
  const words = ratio(contrastOf(colours['on-accent'], colours.accent));
  const onPage = contrastOf(colours.accent, paper);
  const isFaint = onPage < visibleContrast;
  return `words on the button have a contrast of ${words}, the button on the page ${ratio(onPage)}${
    isFaint ? ', so its edge may be hard to see.' : '.'
  }`;
}

const ratio = (contrast: number) => `${(Math.floor(contrast * 10) / 10).toFixed(1)} to 1`;

const longestName = 20;
const shortened = (name: string) =>
  name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;

function MarkOrLogo({ theme, logoUrl }: { theme: Theme; logoUrl: string | null }) {
  const { hall, door } = themes[theme];
  if (logoUrl) return <image x="12" y="10" width="32" height="32" href={logoUrl} />;
  return (
    <g transform="translate(12 10)">
      <path d={markShapes.hall} fill={`#${hall}`} />
      <path d={markShapes.door} fill={`#${door}`} />
      <path d={markShapes.flag} fill={`#${defaultAccent}`} />
      <path d={markShapes.middleFlag} fill="#d9532f" />
    </g>
  );
}
