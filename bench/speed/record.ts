import pg from 'pg';

/** One statement as the driver got it. */
export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

/** Records the product's statements one by one, except those that open a connection. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const prototype = pg.Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  const recorded: Statement[] = [];
  prototype.query = function record(this: unknown, ...args: unknown[]) {
    recorded.push(asStatement(args));
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return recorded.filter(({ text }) => !text.startsWith('SET SESSION '));
}

function asStatement([first, second]: unknown[]): Statement {
  const given = typeof first === 'string' ? { text: first } : (first as Partial<Statement>);
  const values = (given.values ?? (Array.isArray(second) ? second : [])) as unknown[];
  return {
    text: given.text ?? '',
    values: values.map((value) => (value instanceof Date ? value.toISOString() : value)),
    ...(given.name && { name: given.name }),
  };
}
