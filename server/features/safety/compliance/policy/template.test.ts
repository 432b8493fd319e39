import { describe, expect, it } from 'vitest';
import { bindTemplate, blanksIn } from './template.ts';

describe('a template', () => {
  it('fills its blanks with the words as they are', () => {
    expect(bindTemplate('By {{who}}, in {{where}}.', { who: '$& {{where}}', where: '$1' })).toBe(
      'By $& {{where}}, in $1.',
    );
  });

  it('keeps lines at the end of a line, and joins them elsewhere', () => {
    const reason = { lines: 'One\n\nTwo', line: 'One Two' };
    expect(bindTemplate('| {{reason}} |\n\n**Why.** {{reason}}\n{{reason}}', { reason })).toBe(
      '| One Two |\n\n**Why.** One\n\nTwo\nOne\n\nTwo',
    );
  });

  it.each([
    ['words', 'x', '- kept\n- end'],
    ['no words', '', '- opposite\n- end'],
    ['what is true', true, '- kept\n- end'],
    ['what is false', false, '- opposite\n- end'],
    ['an empty answer', { lines: '', line: '' }, '- opposite\n- end'],
  ])('keeps or drops a section by %s, without a line for its tags', (_, value, text) => {
    const template = '{{#value}}\n- kept\n{{/value}}\n{{^value}}\n- opposite\n{{/value}}\n- end';
    expect(bindTemplate(template, { value })).toBe(text);
  });

  it('repeats a section for each row, which can use outer values', () => {
    const rows = [
      { name: 'a', more: 'x' },
      { name: 'b', more: '' },
    ];
    const template =
      '{{#rows}}\n| {{site}} | {{name}} |{{#more}} {{more}} |{{/more}}\n{{/rows}}\nEnd';
    expect(bindTemplate(template, { rows, site: 'S' })).toBe('| S | a | x |\n| S | b |\nEnd');
    expect(blanksIn(template)).toEqual(new Set(['rows', 'site', 'name', 'more']));
  });

  it('refuses a blank without a value', () => {
    expect(() => bindTemplate('{{nobody}}', {})).toThrow('The blank {{nobody}} has no value');
  });
});
