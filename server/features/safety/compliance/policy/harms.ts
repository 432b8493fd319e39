import { entriesOf, type Entry } from './entries.ts';
import type { Answer } from './answers.ts';
import type { Values } from './template.ts';
import { templateOf } from './texts.ts';

/**
 * A kind of illegal content that Ofcom wants assessed separately, and the risk levels suggested for
 * it.
 */
interface Harm {
  name: string;
  /** The step of the form that asks about it, among others. */
  step: string;
  title: string;
  law: string;
  here: string;
  likelihood: string;
  impact: string;
  level: string;
}

function readHarms(): Harm[] {
  let step = '';
  return entriesOf(templateOf('harms')).flatMap((entry) => {
    if (entry.depth === 2) step = entry.title;
    return entry.depth === 3 ? [harmOf(entry, step)] : [];
  });
}

function harmOf({ title, fields, paragraphs: [law = '', here = ''] }: Entry, step: string): Harm {
  const field = (name: string) => fields.get(name) ?? '';
  return {
    name: field('name'),
    step,
    title,
    law,
    here,
    likelihood: field('likelihood'),
    impact: field('impact'),
    level: field('level'),
  };
}

export const harms: readonly Harm[] = readHarms();

/**
 * The assessed kinds. A service with two or more raised risks is multi-risk, for which Ofcom's
 * codes require more.
 */
export function assessmentValues(answerTo: (id: string) => Answer): Values {
  const isRaised = ({ name }: Harm) => ['medium', 'high'].includes(answerTo(`${name}_level`).given);
  const raised = harms.filter(isRaised).map(({ title }) => title.toLowerCase());
  return {
    harms: harms.map(({ name, title, law, here }) => ({
      title,
      law,
      here,
      likelihood: answerTo(`${name}_likelihood`),
      impact: answerTo(`${name}_impact`),
      level: answerTo(`${name}_level`),
      known: answerTo(`${name}_evidence`),
    })),
    noKindRaised: raised.length === 0,
    oneKindRaised: raised.length === 1,
    manyKindsRaised: raised.length > 1,
    raisedCount: String(raised.length),
    raisedKinds: raised.join('; '),
  };
}
