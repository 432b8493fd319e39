import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';

/** The direction of imports between the floors: a floor never imports one to its right. */
const floors = [
  ['contract/', /^(server|web|tests|bench|scripts)\//, 'the contract knows neither side'],
  ['server/platform/', /^server\/(?!platform\/)/, 'the platform knows no feature'],
  [
    'server/features/',
    /^server\/(?!platform\/|features\/)/,
    'entry points stand above the features',
  ],
  ['server/ssr/', /^web\/(?!server\.tsx$)/, 'the server reaches the pages by web/server.tsx alone'],
  ['server/(?!ssr/)', /^web\//, 'only server/ssr reaches the pages'],
  ['web/', /^server\//, 'pages reach the server by the contract alone'],
  ['web/ui/', /^(contract\/|web\/(?!ui\/))/, 'web/ui knows nothing of the domain'],
  [
    '(server|web)/platform/',
    /^contract\/(trust|community|events|safety|operations)\//,
    'the platform knows no domain above base',
  ],
  ['web/platform/', /^web\/(?!platform\/|ui\/)/, 'the platform knows no feature'],
  [
    'web/features/',
    /^web\/(?!platform\/|ui\/|features\/)/,
    'the table of pages stands above the features',
  ],
  ['(contract|server|web)/', /^(tests|bench)\//, 'the product does not need its tests'],
].map(([from, never, why]) => ({ from: new RegExp(`^${from}`), never, why }));

/** The domains, bottom first: each imports its own rooms and those of the domains before it. */
const domains = ['base', 'trust', 'community', 'events', 'safety', 'operations'];
const domainTrees = [
  { tree: /^server\/features\/([\w-]+)\//, order: domains },
  // The rooms of `site` use every domain: the home page, the header, the member's own page.
  { tree: /^web\/features\/([\w-]+)\//, order: [...domains, 'site'] },
  { tree: /^contract\/([\w-]+)\//, order: ['platform', ...domains] },
];

/** The package's own names for its folders (package.json, `imports`), the longest path first. */
const packageImports = Object.entries(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')).imports,
)
  .map(([name, path]) => ({ name: name.replace('*', ''), path: path.replace(/^\.\/|\*$/g, '') }))
  .toSorted((a, b) => b.path.length - a.path.length);

/**
 * A room is the folder of one noun. Its files import each other by relative paths, and all others
 * by a package import.
 */
const roomPatterns = [
  /^(?:server|web)\/features\/[\w-]+\/[\w-]+\//,
  /^(?:server|web)\/platform\/(?:[\w-]+\/)?/,
  /^(?:server\/(?:ssr|demo)|web\/ui)\//,
  /^contract\/(?:[\w-]+\/)?/,
  /^(?:server|web)\//,
];
const roomOf = (file) =>
  roomPatterns.map((pattern) => pattern.exec(file)?.[0]).find((room) => room !== undefined);

/** The layers of a room on the server, bottom first; files in one row share a layer. */
const stages = [
  ['tables'],
  ['policy', 'queries', 'steps'],
  ['mutations'],
  ['routes', 'jobs', 'emails'],
];
const outermost = stages.length - 1;
const inServer = /^server\/features\/[\w-]+\/([\w-]+)\/([\w-]+)(?:\.ts$|\/)/;

/**
 * The stages on the web: modules that render nothing, parts of pages, and pages with their tabs.
 */
const inWeb = /^web\/features\/[\w-]+\/([\w-]+)\/([\w-]+)(\.tsx?)$/;
const webStage = (name, ending) => {
  if (/-page$|-tab$|^tabs$/.test(name)) return 2;
  return ending === '.tsx' ? 1 : 0;
};

const isTest = (file) => /\.(test|fixture)\.tsx?$/.test(file);

/** Finds the room and stage of a feature's file; undefined for any other. */
function placeOf(file) {
  const [, feature, part] = inServer.exec(file) ?? [];
  if (feature)
    return { side: 'server', feature, stage: stages.findIndex((row) => row.includes(part)), part };
  const [, noun, name, ending] = inWeb.exec(file) ?? [];
  return noun && { side: 'web', feature: noun, stage: webStage(name, ending), part: name };
}

/**
 * Lists the imports that break the rules, one line each. Types count like values: importing a type
 * is a dependency too.
 * @param sources the text of every file by its path from the root
 */
export function importProblems(sources) {
  const imports = [...sources]
    .filter(([file]) => !isTest(file))
    .flatMap(([file, text]) => importsOf(file, text));
  return [
    ...imports.flatMap(floorProblems),
    ...imports.flatMap(domainProblems),
    ...imports.flatMap(specifierProblems),
    ...imports.flatMap(stageProblems),
    ...circleProblems(imports),
    ...fileCircleProblems(imports),
  ];
}

function importsOf(file, text) {
  const { module } = parseSync(file, text);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  );
  const named = [...module.staticImports, ...module.staticExports.flatMap(({ entries }) => entries)]
    .map((each) => each.moduleRequest?.value)
    .filter(Boolean);
  return [...named, ...dynamic]
    .map((specifier) => ({ file, specifier, target: targetOf(file, specifier) }))
    .filter(({ target }) => target !== undefined);
}

/** Resolves a specifier to a path from the root; undefined for a package of npm or Node. */
function targetOf(file, specifier) {
  if (specifier.startsWith('.')) {
    return posix.normalize(posix.join(posix.dirname(file), specifier));
  }
  const found = packageImports.find(({ name }) => specifier.startsWith(name));
  return found && found.path + specifier.slice(found.name.length);
}

const floorProblems = ({ file, target }) =>
  floors
    .filter(({ from, never }) => from.test(file) && never.test(target))
    .map(({ why }) => `${file} imports ${target}: ${why}`);

/** Domains import downwards, types included. */
function domainProblems({ file, target }) {
  return domainTrees.flatMap(({ tree, order }) => {
    const [from, to] = [tree.exec(file)?.[1], tree.exec(target)?.[1]];
    if (from === undefined || to === undefined) return [];
    return order.indexOf(to) > order.indexOf(from)
      ? [`${file} imports ${target}: ${from} stands below ${to}`]
      : [];
  });
}

/** An import shows whether it leaves the room: `#…` does, `./` and `../` don't. */
function specifierProblems({ file, specifier, target }) {
  const room = roomOf(file);
  if (room === undefined) return [];
  const staysInside = roomOf(target) === room;
  if (specifier.startsWith('../') && !staysInside)
    return [`${file} imports ${target} by dots: name the room it goes to (${nameOf(target)})`];
  if (!specifier.startsWith('.') && staysInside)
    return [`${file} imports ${specifier}: inside a room imports are relative`];
  return !specifier.startsWith('.') && specifier !== nameOf(target)
    ? [`${file} imports ${specifier}: its shortest name is ${nameOf(target)}`]
    : [];
}

function nameOf(target) {
  const found = packageImports.find(({ path }) => target.startsWith(path));
  return found ? found.name + target.slice(found.path.length) : target;
}

function stageProblems({ file, target }) {
  const [from, to] = [placeOf(file), placeOf(target)];
  if (!from || from.side !== to?.side) return [];
  const says = (why) => [`${file} imports ${target}: ${why}`];
  const isOthers = from.feature !== to.feature;
  // Lazy imports between a page's own parts are fine.
  if (from.side === 'web' && !isOthers) return [];
  if (to.stage > from.stage)
    return says('a feature is read downwards, from its face to its tables');
  if (from.side === 'web') return [];
  if (from.part === 'policy' && to.part !== 'policy')
    return says('a policy is pure: it is handed its facts');
  return isOthers && to.stage === outermost
    ? says("a feature's routes, jobs and emails are its outer face; others use what is below")
    : [];
}

/** Rooms of one subject may use each other's files, but without cycles. */
const subjects = [
  { side: 'server', subject: 'events', rooms: ['events', 'series', 'attendance', 'arrivals'] },
  {
    side: 'web',
    subject: 'events',
    rooms: ['events', 'series', 'event-form', 'month'],
  },
];
const subjectOf = ({ side, feature }) =>
  subjects.find((each) => each.side === side && each.rooms.includes(feature))?.subject ?? feature;

/** Finds features that import each other at one stage, through any files. */
function circleProblems(imports) {
  const reached = new Map();
  for (const { file, target } of imports) {
    const [from, to] = [placeOf(file), placeOf(target)];
    if (!from || from.side !== to?.side || from.stage !== to.stage) continue;
    const [start, end] = [subjectOf(from), subjectOf(to)];
    if (start === end) continue;
    const name = `${from.side} ${from.stage}`;
    if (!reached.has(name)) reached.set(name, new Map());
    const graph = reached.get(name);
    graph.set(start, [...(graph.get(start) ?? []), { to: end, file, target }]);
  }
  return [...reached.values()].flatMap(circlesIn);
}

/** Lists the imports that lead back to their own feature. */
const circlesIn = (graph) =>
  [...graph].flatMap(([feature, steps]) =>
    steps
      .filter(({ to }) => reaches(graph, to, feature))
      .map(
        ({ to, file, target }) => `${file} imports ${target}: ${feature} and ${to} go in a circle`,
      ),
  );

function reaches(graph, from, wanted, seen = new Set()) {
  if (from === wanted) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return (graph.get(from) ?? []).some(({ to }) => reaches(graph, to, wanted, seen));
}

/** Finds files that import themselves through others, late imports and types included. */
function fileCircleProblems(imports) {
  const graph = new Map(
    [...Map.groupBy(imports, ({ file }) => file)].map(([file, all]) => [
      file,
      all.map(({ target }) => ({ to: target })),
    ]),
  );
  return imports
    .filter(({ file, target }) => reaches(graph, target, file))
    .map(({ file, target }) => `${file} imports ${target}, which leads back to it`);
}

/** Finds server files of a feature that belong to no stage. */
export const featureFileProblems = (files) =>
  files
    .filter((file) => file.startsWith('server/features/') && !isTest(file))
    .filter((file) => !(placeOf(file)?.stage >= 0))
    .map(
      (file) =>
        `${file}: a feature is made of ${stages.flat().join(', ')}, each a file or a folder`,
    );

const mostNamingRsvps = 14;
const namesRsvps =
  /import\s*\{[^}]*\brsvps\b[^}]*\}\s*from\s*'[^']*tables\.ts'|pgTable\(\s*'rsvps'|\b(?:from|join|into|update)\s+rsvps\b/;

/** Few files know how a party is kept; others ask what `attendance` offers. */
export function rsvpProblems(sources) {
  const naming = [...sources].filter(
    ([file, text]) => file.startsWith('server/') && !isTest(file) && namesRsvps.test(text),
  );
  return naming.length > mostNamingRsvps
    ? naming.map(
        ([file]) =>
          `${file} names the table rsvps, as ${naming.length - 1} other files do; ${mostNamingRsvps} are the most: use server/features/events/attendance/queries/rsvps.ts`,
      )
    : [];
}
