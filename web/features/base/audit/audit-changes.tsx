import { formatCommentDate } from '#contract/platform/dates.ts';

type Facts = Record<string, unknown>;

const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const longest = 160;
const moment = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function said(value: unknown): string {
  if (!isSaid(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && moment.test(value)) return formatCommentDate(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== '';

const spaced = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** Shows each known fact before and after the change. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [isFacts(before) ? before : {}, isFacts(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  if (names.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="flex flex-col gap-1 text-sm md:min-w-36">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{spaced(name)}: </span>
          {isSaid(old[name]) && <del className="decoration-danger-ink">{said(old[name])}</del>}
          {isSaid(old[name]) && name in now && ' → '}
          {name in now && <ins className="font-semibold no-underline">{said(now[name])}</ins>}
        </li>
      ))}
    </ul>
  );
}
