import { readFileSync } from 'node:fs';
import Validator from '@adobe/structured-data-validator';
import Extractor from '@marbec/web-auto-extractor';

/** A class or a property of schema.org's vocabulary, as the checker reads it. */
interface Term {
  '@id': string;
  '@type'?: string;
  'rdfs:subClassOf'?: { '@id': string }[];
  'schema:domainIncludes'?: { '@id': string }[];
}

const kinds: Record<string, string> = {
  'http://www.w3.org/2000/01/rdf-schema#Class': 'rdfs:Class',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#Property': 'rdf:Property',
};

/**
 * The vocabulary in its published form, statement by statement (https://www.w3.org/TR/n-quads/).
 */
function readVocabulary(): Term[] {
  const file = new URL('schema.nq', import.meta.resolve('@vocabulary/schema'));
  const terms = new Map<string, Term>();
  const statements = readFileSync(file, 'utf8').matchAll(/^<([^>]+)> <([^>]+)> <([^>]+)> /gm);
  for (const [, subject = '', predicate = '', object = ''] of statements) {
    const term = terms.get(subject) ?? { '@id': subject };
    const kind = kinds[object];
    if (predicate.endsWith('#type') && kind) term['@type'] = kind;
    if (predicate.endsWith('#subClassOf')) (term['rdfs:subClassOf'] ??= []).push({ '@id': object });
    if (predicate === 'http://schema.org/domainIncludes') {
      (term['schema:domainIncludes'] ??= []).push({ '@id': object });
    }
    terms.set(subject, term);
  }
  return [...terms.values()].filter((term) => term['@type'] !== undefined);
}

const validator = new Validator({ '@graph': readVocabulary() });

/** Reads a page's structured data by type, with the findings of a third-party checker. */
export async function structuredDataIn(
  html: string,
): Promise<{ things: Record<string, Record<string, unknown>[]>; issues: string[] }> {
  const found = new Extractor({ addLocation: true, embedSource: ['rdfa', 'microdata'] }).parse(
    html,
  );
  const issues = await validator.validate(found);
  return { things: found.jsonld, issues: issues.map(({ issueMessage }) => issueMessage) };
}
