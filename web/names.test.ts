import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value;

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);

const within = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(within)];

/** The words that a piece of source has for certain; what is filled in stands as a gap. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}…]+/gu, ' ')
    .replaceAll('…', '')
    .trim();

/** The texts that an attribute may have: those of both sides of a condition. */
const textsOf = (node: Node): string[] =>
  within(node).flatMap((part) => {
    if (part.type === 'Literal' && typeof part['value'] === 'string') return [part['value']];
    if (part.type !== 'TemplateLiteral') return [];
    const quasis = part['quasis'] as { value: { cooked: string } }[];
    return [quasis.map(({ value }) => value.cooked).join(' … ')];
  });

/** Links, buttons, and components of ours that are called so. */
const isPressed = (element: Node): boolean => {
  const { name } = element['openingElement'] as { name: Node };
  return /^(?:a|button|summary|\w*Link|\w*Button)$/.test(String(name['name']));
};

const attributeOf = (element: Node, name: string): Node | undefined => {
  const { attributes } = element['openingElement'] as { attributes: Node[] };
  return attributes.find((each) => isNode(each['name']) && each['name']['name'] === name);
};

/** The text that one sees on an element, where the source has it. */
const visibleIn = (element: Node): string => {
  const label = attributeOf(element, 'label');
  const shown = label ? textsOf(label) : [];
  const children = (element['children'] as Node[]).filter(({ type }) => type === 'JSXText');
  return wordsOf([...shown, ...children.map(({ value }) => String(value))].join(' '));
};

/** Lists the elements whose name for a screen reader lacks the words that one sees on them. */
function unlike(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  return within(program as unknown as Node)
    .filter((node) => node.type === 'JSXElement' && isPressed(node))
    .flatMap((element) => {
      const name = attributeOf(element, 'aria-label');
      const visible = visibleIn(element);
      const names = name ? textsOf(name).map(wordsOf) : [];
      return names
        .filter((each) => each && visible && !` ${each} `.includes(` ${visible} `))
        .map((each) => `${file}: '${visible}' is named '${each}'`);
    });
}

it('every link and button has its visible words as its accessible name', () => {
  const files = globSync('web/**/*.tsx');
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => unlike(file, readFileSync(file, 'utf8')))).toEqual([]);
});

it.each([
  ['<Button aria-label={`Download ${title} as CSV`}>Download CSV</Button>', 1],
  ['<Button aria-label={busy ? undefined : `Let in ${name}`}>Let in</Button>', 0],
  ['<DialogButton aria-label={`Remove ${name}`} label="Delete" />', 1],
  ['<a aria-label="Read: Terms">Read</a>', 0],
  ['<button aria-label="Dismiss"><Cross /></button>', 0],
])('the check of names finds one with another name: %s', (source, found) => {
  expect(unlike('a.tsx', `const a = ${source};`)).toHaveLength(found);
});
