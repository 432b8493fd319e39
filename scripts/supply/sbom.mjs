import { createHash } from 'node:crypto';
import { folderOf } from './lockfile.mjs';

/**
 * Writes the bill of materials as CycloneDX 1.6; the same lockfile makes the same bytes. A package
 * may name the `places` where a packed site has it.
 */
export function sbomOf(manifest, lock, packages) {
  const seen = new Map();
  for (const entry of packages) if (!seen.has(refOf(entry))) seen.set(refOf(entry), entry);
  const root = { name: manifest.name, version: manifest.version };
  const wanted = lock.packages[''];
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([lock, packages]))}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': refOf(root),
        ...root,
        purl: purlOf(root),
        licenses: licensesOf(manifest.license),
      },
    },
    components: [...seen].map(([ref, entry]) => componentOf(ref, entry)),
    dependencies: [
      { ref: refOf(root), dependsOn: needsOf('', wanted, lock, seen) },
      ...[...seen].map(([ref, entry]) => ({
        ref,
        dependsOn: needsOf(entry.path, entry, lock, seen),
      })),
    ],
  };
}

const refOf = ({ name, version }) => `${name}@${version}`;
const purlOf = ({ name, version }) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;

function componentOf(ref, entry) {
  const [group, name] = entry.name.startsWith('@')
    ? entry.name.split('/')
    : [undefined, entry.name];
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group && { group }),
    name,
    version: entry.version,
    scope: entry.dev ? 'excluded' : entry.optional ? 'optional' : 'required',
    hashes: [
      {
        alg: 'SHA-512',
        content: Buffer.from(entry.integrity.slice('sha512-'.length), 'base64').toString('hex'),
      },
    ],
    licenses: licensesOf(entry.license),
    purl: purlOf(entry),
    ...(entry.places && {
      properties: entry.places.map((value) => ({ name: 'villagehall:place', value })),
    }),
  };
}

const licensesOf = (licence) =>
  / (AND|OR) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];

/** Lists the parts that a package needs; those that are not in the list are left out. */
function needsOf(path, entry, lock, parts) {
  const names = Object.keys({
    ...entry.dependencies,
    ...entry.optionalDependencies,
    ...(path === '' && entry.devDependencies),
  });
  const refs = names.map((name) => {
    const { version } = lock.packages[folderOf(name, path, lock)] ?? {};
    return refOf({ name, version });
  });
  return [...new Set(refs.filter((ref) => parts.has(ref)))].sort();
}

/** Derives a version 8 UUID (custom) from the content. */
function uuidOf(content) {
  const hex = createHash('sha256').update(content).digest('hex');
  const variant = (8 + (Number.parseInt(hex[16], 16) % 4)).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Lists violations of CycloneDX 1.6, as far as this list uses it, one line each. */
export function sbomProblems(bom) {
  const problems = [];
  const expectTrue = (isSo, what) => isSo || problems.push(`SBOM: ${what}`);
  expectTrue(bom.bomFormat === 'CycloneDX' && bom.specVersion === '1.6', 'is not CycloneDX 1.6');
  expectTrue(
    /^urn:uuid:[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(
      bom.serialNumber,
    ),
    'has no serial number',
  );
  const own = bom.metadata?.component;
  expectTrue(own?.type === 'application' && own.name && own.version, 'does not say of what it is');
  const refs = new Set([own?.['bom-ref'], ...bom.components.map((each) => each['bom-ref'])]);
  expectTrue(refs.size === bom.components.length + 1, 'names a part twice');
  for (const part of bom.components) {
    const ref = part['bom-ref'];
    expectTrue(
      part.type === 'library' && part.name && part.version,
      `${ref} has no name or version`,
    );
    expectTrue(
      /^pkg:npm\/(%40[^/]+\/)?[^/@]+@[^/]+$/.test(part.purl),
      `${ref} has the purl ${part.purl}`,
    );
    expectTrue(
      part.hashes.every(({ alg, content }) => alg === 'SHA-512' && /^[\da-f]{128}$/.test(content)),
      `${ref} has a hash that is none`,
    );
    expectTrue(['required', 'optional', 'excluded'].includes(part.scope), `${ref} has no scope`);
    expectTrue(
      part.licenses.length === 1 && (part.licenses[0].expression || part.licenses[0].license?.id),
      `${ref} has no licence`,
    );
  }
  const described = new Set(bom.dependencies.map(({ ref }) => ref));
  expectTrue(described.size === refs.size, 'does not tell of each part what it needs');
  for (const { ref, dependsOn } of bom.dependencies) {
    for (const each of [ref, ...dependsOn])
      expectTrue(refs.has(each), `${ref} needs ${each}, no part`);
  }
  return problems;
}
