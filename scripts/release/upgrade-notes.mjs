import { SetupError } from '../setup/report.mjs';

const heading = '### For operators';

/** Cuts a version's notes for operators out of the changelog. */
export function upgradeNotes(changelog, version) {
  const start = changelog.search(new RegExp(`^## ${version.replaceAll('.', '\\.')}(?= )`, 'm'));
  if (start === -1) {
    throw new SetupError(`CHANGELOG.md has no '## ${version}': cut it from 'Unreleased' first.`);
  }
  const [section] = changelog.slice(start + 3).split(/^## /m);
  const [, list] = section.split(`\n${heading}\n`);
  if (!list) throw new SetupError(`CHANGELOG.md has no '${heading}' in ${version}.`);
  const [notes] = list.split(/^### /m);
  return `# Upgrading to Villagehall ${version}

${notes.trim()}

## How

The files run on Linux with glibc on x64, under Node.js 24 or newer. On another machine pack the site
from the sources: \`node scripts/pack.mjs <folder>\`.

1. Check what you have downloaded: \`sha256sum --check SHA256SUMS\`
2. Take a backup.
3. Unpack beside the version that runs: \`tar -xzf villagehall-${version}.tar.gz -C /opt\`
4. Stop the site, put the new folder in the old one's place, and start it. It brings the database up
   to date. Keep the old folder until you are content.

\`docs/self-hosting.md\` in the repository says this for each way of running, under 'Upgrading', and
how to go back.
`;
}
