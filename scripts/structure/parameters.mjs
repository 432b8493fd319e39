import { parseSync } from 'oxc-parser';

/**
 * Queries and mutations take their parameters in one order: see
 * docs/decisions/0032-one-order-of-parameters.md.
 */
const inFeature = /^server\/features\/[\w-]+\/[\w-]+\/(queries|mutations)(\.ts$|\/)/;
const isTest = (file) => /\.(test|fixture)\.ts$/.test(file);

/** An open transaction is `tx`; anything that can open one, or needs none, is `db`. */
const databases = new Map([
  ['Transaction', 'tx'],
  ['Database', 'db'],
  ['Reader', 'db'],
]);
const services = new Set(['Config', 'Signer', 'Issuer', 'Payments']);
const most = 6;

/**
 * Lists the queries and mutations with parameters in another order, one line each.
 * @param sources the text of every file by its path from the root
 */
export function parameterProblems(sources) {
  return [...sources]
    .filter(([file]) => inFeature.test(file) && !isTest(file))
    .flatMap(([file, text]) =>
      functionsIn(file, text).flatMap(({ name, parameters }) =>
        problemsOf(parameters).map((problem) => `${file}: ${name}() ${problem}`),
      ),
    );
}

/** Lists a file's functions, exported or not, that use the database. */
function functionsIn(file, text) {
  return parseSync(file, text)
    .program.body.map((node) => (node.type.startsWith('Export') && node.declaration) || node)
    .flatMap((node) => (node.type === 'VariableDeclaration' ? node.declarations : [node]))
    .map((node) => ({ name: node.id?.name, made: node.init ?? node }))
    .filter(({ made }) => /^(FunctionDeclaration|ArrowFunctionExpression)$/.test(made.type))
    .map(({ name, made }) => ({ name, parameters: made.params.map(parameterOf) }))
    .filter(({ parameters }) => parameters.some(touchesDatabase));
}

/**
 * Returns a parameter's name, or the names it is destructured into, and its type's name without
 * null and undefined.
 */
function parameterOf(node) {
  const pattern = node.type === 'AssignmentPattern' ? node.left : node;
  const type = pattern.typeAnnotation?.typeAnnotation;
  const [only] = type?.type === 'TSUnionType' ? type.types : [type];
  const parts = pattern.type === 'ObjectPattern' ? pattern.properties : [];
  return {
    name: pattern.name,
    parts: parts.map(({ key }) => key?.name),
    type: only?.type === 'TSTypeReference' ? only.typeName.name : undefined,
  };
}

const touchesDatabase = ({ name, parts, type }) =>
  databases.has(type) || ['db', 'tx'].some((each) => name === each || parts.includes(each));

function problemsOf(parameters) {
  const [first, second] = parameters;
  const names = parameters.map(({ name }) => name);
  const bundle = parameters.find(({ parts }) =>
    ['db', 'tx', 'viewer', 'config', 'signer', 'now'].some((each) => parts.includes(each)),
  );
  const asking = parameters.find(({ type }) => type === 'Viewer' || type === 'Actor');
  const serving = parameters.findIndex(({ type }) => services.has(type));
  const after = serving < 0 ? [] : parameters.slice(serving);
  return [
    bundle && `takes ${bundle.parts.join(', ')} in one object; each is a parameter of its own`,
    !bundle &&
      first.name !== databases.get(first.type) &&
      'begins with neither tx: Transaction nor db: Database or Reader',
    asking && asking !== second && 'has who asks elsewhere than second',
    asking?.type === 'Viewer' && !['viewer', undefined].includes(asking.name)
      ? `calls its viewer ${asking.name}`
      : undefined,
    names.includes('now') && names.at(-1) !== 'now' && 'has now elsewhere than last',
    after.some(({ name, type }) => !services.has(type) && name !== 'now') &&
      'has a service before what was sent',
    parameters.length > most &&
      `has ${parameters.length} parameters; ${most} are the most: what was sent goes into one`,
  ].filter(Boolean);
}
