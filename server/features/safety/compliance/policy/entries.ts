/** A heading of a Markdown file, with the lines `- name: value` and the paragraphs below it. */
export interface Entry {
  depth: number;
  title: string;
  fields: ReadonlyMap<string, string>;
  paragraphs: readonly string[];
}

export const entriesOf = (markdown: string): Entry[] =>
  markdown.split(/^(?=#+ )/m).map((part) => {
    const [heading = '', ...lines] = part.split('\n').filter(Boolean);
    const [, marks = '', title = ''] = /^(#+) (.*)$/.exec(heading) ?? [];
    return {
      depth: marks.length,
      title,
      fields: new Map(lines.flatMap(fieldIn)),
      paragraphs: lines.filter((line) => !line.startsWith('- ')),
    };
  });

/** A field without a value is present and empty. */
function fieldIn(line: string): [string, string][] {
  const [, name, value = ''] = /^- ([\w ]+?)(?:: (.*))?$/.exec(line) ?? [];
  return name === undefined ? [] : [[name, value]];
}

/** Returns the cells of each row of a table, without its head. */
export const rowsOf = (table: string): string[][] =>
  table
    .split('\n')
    .slice(2)
    .map((row) => row.replace(/^\| | \|$/g, '').split(' | '));
