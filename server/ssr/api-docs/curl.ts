import type { Operation } from '#platform/openapi/operations.ts';

export interface Call {
  method: string;
  path: string;
  operation: Operation;
}

/** Writes an example: text as it is, anything else as JSON. */
export const exampleText = (example: unknown): string =>
  typeof example === 'string'
    ? example.replaceAll('\r\n', '\n').trimEnd()
    : JSON.stringify(example, null, 2);

/** Quotes for a shell in single quotes, which end at a quote in the text. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Writes the curl command for a shell in which `$SITE` is this site's address. */
export function curlOf({ method, path, operation }: Call): string {
  const exampleByName = new Map(operation.parameters.map(({ name, example }) => [name, example]));
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(exampleByName.get(name))),
  );
  const [[type, content] = []] = Object.entries(operation.requestBody?.content ?? {});
  const body =
    content && 'example' in content ? JSON.stringify(content.example, null, 2) : undefined;
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"$SITE${address}"`,
    ...credentialArgs(method, operation),
    ...(type ? [`-H ${quoted(`Content-Type: ${type}`)}`] : []),
    ...(body ? [`-d ${quoted(body)}`] : []),
    ...(type?.startsWith('image/') ? ['--data-binary @picture.png'] : []),
  ].join(' \\\n  ');
}

function credentialArgs(method: string, { security }: Operation): string[] {
  if (security.some((way) => Object.keys(way).length === 0)) return [];
  if (security.some((way) => 'token' in way)) return ['-H "Authorization: Bearer $TOKEN"'];
  const cookie = '-H "Cookie: session=$SESSION"';
  return method === 'get' ? [cookie] : [cookie, '-H "Origin: $SITE"'];
}
