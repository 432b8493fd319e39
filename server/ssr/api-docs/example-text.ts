const lineLength = 56;

/** Writes an example: text as it is, anything else as JSON with short parts on one line. */
export const exampleText = (example: unknown): string =>
  typeof example === 'string' ? example.replaceAll('\r\n', '\n').trimEnd() : jsonText(example);

/**
 * Writes JSON at most `lineLength` wide where possible; `begun` is what the first line already has.
 */
export function jsonText(value: unknown, indent = '', begun = 0): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null) return line;
  if (indent.length + begun + line.length <= lineLength) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((each) => jsonText(each, inner))
    : Object.entries(value).map(([name, each]) => {
        const label = `${JSON.stringify(name)}: `;
        return label + jsonText(each, inner, label.length);
      });
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}
