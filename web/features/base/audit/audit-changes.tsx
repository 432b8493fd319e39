import { formatCommentDate } from '#contract/platform/dates.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const maxLength = 160;
const isoTime = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function formatValue(value: unknown): string {
  if (!hasValue(value)) return 'nothing';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' && isoTime.test(value)) return formatCommentDate(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

const hasValue = (value: unknown) => value !== null && value !== undefined && value !== '';

const fieldLabel = (name: string) => name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** Shows each field before and after the change. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [isFields(before) ? before : {}, isFields(after) ? after : {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  if (names.length === 0) return <span className="text-muted">–</span>;
  return (
    <ul className="flex flex-col gap-1 text-sm md:min-w-36">
      {names.map((name) => (
        <li key={name} className="wrap-anywhere">
          <span className="text-muted">{fieldLabel(name)}: </span>
          {hasValue(old[name]) && (
            <del className="decoration-danger-ink">{formatValue(old[name])}</del>
          )}
          {hasValue(old[name]) && name in now && ' → '}
          {name in now && (
            <ins className="font-semibold no-underline">{formatValue(now[name])}</ins>
          )}
        </li>
      ))}
    </ul>
  );
}
