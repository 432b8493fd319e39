import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../../deploy/systemd/villagehall', import.meta.url));

let folder: string;
let settings: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'villagehall-by-hand-'));
  settings = join(folder, 'settings');
  // Replaces the command that only root may use: prints its arguments and environment.
  writeFileSync(join(folder, 'runuser'), '#!/bin/sh\necho "$*"\nenv\n', { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function byHand(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(script, args, {
    encoding: 'utf8',
    env: {
      PATH: [folder, process.env['PATH'] ?? ''].join(delimiter),
      VILLAGEHALL_SETTINGS: settings,
      VILLAGEHALL_FOLDER: '/opt/villagehall',
    },
  });
  const [command, ...env] = stdout.split('\n');
  return { command, env, stderr, status };
}

it.each([
  ['admin --link sam@hall.example', 'make-admin.js --link sam@hall.example'],
  ['doctor', 'doctor.js'],
  ['restore --replace /var/backups', 'operate.js restore --replace /var/backups'],
  ['backup --keep 14 /var/backups', 'operate.js backup --keep 14 /var/backups'],
  ['move --to postgres://host/name', 'operate.js move --to postgres://host/name'],
])("%s runs as the site's user", (words, ran) => {
  writeFileSync(settings, '');
  expect(byHand(...words.split(' '))).toMatchObject({
    command: `-u villagehall -- node /opt/villagehall/dist/main/${ran}`,
    env: expect.arrayContaining(['DATA_DIR=/var/lib/villagehall']) as unknown,
    status: 0,
  });
});

it('the command reads the settings as systemd does, without running or cutting any', () => {
  const lines = [
    '# PORT=1',
    'MAIL_FROM=Our Hall <hello@hall.example>',
    'SMTP_PASSWORD=a#b $(id) `id` "c"',
    'SITE_NAME="Our Hall"',
    "SUPPORT_EMAIL='hello@hall.example'",
    'id >&2',
    'DATABASE_URL=postgres://villagehall:p=w@127.0.0.1/villagehall',
  ];
  writeFileSync(settings, lines.join('\n'));
  const { env, stderr } = byHand('backup', 'x');
  expect(env).toEqual(
    expect.arrayContaining([
      'MAIL_FROM=Our Hall <hello@hall.example>',
      'SMTP_PASSWORD=a#b $(id) `id` "c"',
      'SITE_NAME=Our Hall',
      'SUPPORT_EMAIL=hello@hall.example',
      'DATABASE_URL=postgres://villagehall:p=w@127.0.0.1/villagehall',
    ]),
  );
  expect(env.some((line) => line.startsWith('PORT='))).toBe(false);
  expect(stderr).toBe('');
});

it('the command explains its commands in a line, and that it needs the settings', () => {
  expect(byHand('start')).toMatchObject({
    stderr:
      'Say what: villagehall admin <email>, doctor, backup <file>, restore <file> or move --to <address>\n',
    status: 64,
  });
  expect(byHand('admin', 'sam@hall.example')).toMatchObject({
    stderr: `${settings} can't be read: run this as root, as in sudo villagehall\n`,
    status: 77,
  });
});

it('the command takes user, settings and folders from the unit', () => {
  const unit = readFileSync(join(dirname(script), 'villagehall.service'), 'utf8');
  const [, user] = /^User=(.*)$/m.exec(unit) ?? [];
  const [, site] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? [];
  const [, file] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? [];
  const [, data] = /^Environment=DATA_DIR=(.*)$/m.exec(unit) ?? [];
  const text = readFileSync(script, 'utf8');
  for (const line of [
    `settings=\${VILLAGEHALL_SETTINGS:-${file}}`,
    `site=\${VILLAGEHALL_FOLDER:-${site}}`,
    `DATA_DIR=${data}`,
    `exec runuser -u ${user} -- node "$program" "$@"`,
  ]) {
    expect(text.split('\n')).toContain(line);
  }
});
