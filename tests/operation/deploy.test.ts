import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { validate } from 'dockerfile-utils';
import * as apps from 'kubernetes-models/apps/v1';
import * as batch from 'kubernetes-models/batch/v1';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** All settings, as the one file that reads them names them. */
const settings = new Set(
  Array.from(
    read('server/platform/config-settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm),
    ([, name]) => name,
  ),
);

function expectSettings(names: Iterable<string>): void {
  expect([...names].filter((name) => !settings.has(name))).toEqual([]);
}

/**
 * Settings missing from every template: an admin sets the name, the image and the unit fix the
 * data's place, and the rest is for trials and tests.
 */
const elsewhere = [
  'SITE_NAME',
  'DATA_DIR',
  'DEMO',
  'RATE_LIMITS',
  'STRIPE_API_BASE',
  'TWILIO_API_BASE',
];
/** The container decides where the site listens, and the orchestrator how many containers run. */
const ofContainers = ['HOST', 'PORT', 'PROCESSES'];

/** Returns a line for each setting, as a value or as a comment that shows one. */
const namedIn = (text: string) =>
  new Set(Array.from(text.matchAll(/^ *#? *([A-Z][A-Z_]+)[:=]/gm), ([, name]) => name));

function expectAllSettings(named: ReadonlySet<string | undefined>, but: readonly string[]): void {
  const asked = [...settings].filter((name) => name !== undefined && !but.includes(name));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => name !== undefined && elsewhere.includes(name))).toEqual([]);
}

describe('the Dockerfile', () => {
  const text = read('Dockerfile');

  it('is valid', () => {
    expect(validate(text)).toEqual([]);
  });

  it('runs as an unprivileged user, has a health check, and sets only existing settings', () => {
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 1000:1000$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last.indexOf('\nUSER ')).toBeLessThan(last.indexOf('\nCMD '));
    const env = /^ENV ((?:.*\\\n)*.*)$/m.exec(last)?.[1] ?? '';
    const names = Array.from(env.matchAll(/\b([A-Z_]+)=/g), ([, name = '']) => name);
    // The C library's own variable.
    expectSettings(names.filter((name) => !name.startsWith('MALLOC_')));
  });

  it.each([
    [200, 0],
    [503, 1],
  ])("checks the site's health: %i ends the check with %i", async (status, code) => {
    const site = createServer((_, response) => response.writeHead(status).end());
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const [, json = '[]'] = /^HEALTHCHECK .*\\\n\s*CMD (\[.*\])$/m.exec(text) ?? [];
    const [program, ...args] = JSON.parse(json) as string[];
    expect(program).toBe('node');
    const PORT = String((site.address() as AddressInfo).port);
    const check = spawn(process.execPath, args, { env: { PORT }, stdio: 'ignore' });
    expect(await once(check, 'exit')).toEqual([code, null]);
    site.close();
  });

  it("copies the project's files, and the build takes only files that are not ignored", () => {
    const ignored = read('.dockerignore').trim().split('\n');
    for (const kept of ['server', 'web', 'contract', 'scripts', 'package-lock.json', 'public']) {
      expect(ignored).not.toContain(kept);
    }
    for (const secret of ['.git', 'data', 'node_modules']) expect(ignored).toContain(secret);
  });
});

/** The command that each deployment runs every night. */
const backupCommand = 'dist/main/operate.js backup --keep 14';

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
}
type Model = new (data: never) => { validate(): void };

describe('the Kubernetes manifests', () => {
  const models: Record<string, Record<string, unknown>> = {
    v1: core,
    'apps/v1': apps,
    'batch/v1': batch,
    'networking.k8s.io/v1': networking,
    'policy/v1': policy,
  };
  const folder = 'deploy/kubernetes';
  const manifests = readdirSync(join(root, folder)).flatMap((file) =>
    [...parseAllDocuments(read(`${folder}/${file}`))].map((document) => {
      const [error] = document.errors;
      if (error) throw error;
      return document.toJS() as Manifest;
    }),
  );
  const named = manifests.map((each): [string, Manifest] => [each.kind, each]);
  const only = <T>(kind: string) => manifests.find((each) => each.kind === kind) as T;

  it.each(named)('match the schema: %s', (kind, manifest) => {
    const Kind = models[manifest.apiVersion]?.[kind] as Model | undefined;
    if (!Kind) throw new Error(`${manifest.apiVersion} has no ${kind}`);
    new Kind(manifest as never).validate();
  });

  it('fail the schema with an invalid field', () => {
    const deployment = structuredClone(only<{ spec: { replicas: unknown } }>('Deployment'));
    deployment.spec.replicas = 'two';
    expect(() => new apps.Deployment(deployment as never).validate()).toThrow(/replicas/);
  });

  it("name every setting except the admin's own", () => {
    const text = `${read(`${folder}/villagehall.yaml`)}\n${read(`${folder}/secret.example.yaml`)}`;
    expectAllSettings(namedIn(text), [...elsewhere, ...ofContainers]);
  });

  it('allow uploads', () => {
    const { metadata } = only<networking.Ingress>('Ingress');
    expect(metadata?.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size']).toBe('17m');
  });

  it('form one site: labels, ports, names and settings match', () => {
    const labels = { 'app.kubernetes.io/name': 'villagehall' };
    const { spec } = only<apps.Deployment>('Deployment');
    expect(spec?.template.metadata?.labels).toMatchObject(labels);
    expect(only<core.Service>('Service').spec?.selector).toEqual(labels);
    expect(only<policy.PodDisruptionBudget>('PodDisruptionBudget').spec?.selector).toEqual({
      matchLabels: labels,
    });
    const [site] = spec?.template.spec?.containers ?? [];
    expect(site?.ports?.map(({ name }) => name)).toEqual(['http', 'metrics']);
    expect(site?.securityContext?.readOnlyRootFilesystem).toBe(true);
    const data = only<core.ConfigMap>('ConfigMap').data ?? {};
    expectSettings(Object.keys(data));
    expectSettings(Object.keys(only<core.Secret>('Secret').stringData ?? {}));
    const grace = spec?.template.spec?.terminationGracePeriodSeconds ?? 0;
    expect(grace).toBeGreaterThan(Number(data['SHUTDOWN_DELAY']) + 20);
  });

  it("take backups with the site's image, under a name without traffic", () => {
    const site = only<apps.Deployment>('Deployment').spec?.template.spec?.containers[0];
    const { template } = only<batch.CronJob>('CronJob').spec?.jobTemplate.spec ?? {};
    const [container] = template?.spec?.containers ?? [];
    expect(container?.image).toBe(site?.image);
    expect(container?.envFrom).toEqual(site?.envFrom);
    expect(container?.securityContext).toEqual(site?.securityContext);
    expect([...(container?.command ?? []), ...(container?.args ?? [])].join(' ')).toBe(
      `node ${backupCommand} /backups`,
    );
    const selector = only<core.Service>('Service').spec?.selector ?? {};
    expect(template?.metadata?.labels).not.toMatchObject(selector);
    const { name } = only<core.PersistentVolumeClaim>('PersistentVolumeClaim').metadata ?? {};
    expect(template?.spec?.volumes).toContainEqual({
      name: 'backups',
      persistentVolumeClaim: { claimName: name },
    });
  });
});

interface Compose {
  services: Record<
    string,
    {
      image: string;
      environment?: object;
      networks: string[];
      volumes?: string[];
      read_only?: boolean;
      profiles?: string[];
      restart: string;
      command?: string[];
    }
  >;
  networks: object;
  volumes: object;
}

describe('the compose file', () => {
  const text = read('deploy/compose/compose.yaml');
  const compose = parse(text, { merge: true }) as Compose;
  const sites = Object.entries(compose.services).filter(([name]) => name.startsWith('site-'));

  it('names existing networks, volumes and settings', () => {
    const networks = Object.values(compose.services).flatMap((service) => service.networks);
    expect(Object.keys(compose.networks)).toEqual(expect.arrayContaining(networks));
    const volumes = Object.values(compose.services).flatMap((service) => service.volumes ?? []);
    const kept = volumes
      .map((each) => each.split(':')[0] ?? '')
      .filter((name) => !name.startsWith('.'));
    expect(Object.keys(compose.volumes).toSorted()).toEqual(kept.toSorted());
    for (const [, { environment }] of sites) expectSettings(Object.keys(environment ?? {}));
  });

  it('runs the site without a disk of its own, and keeps the database private', () => {
    expect(sites.map(([, site]) => site.read_only)).toEqual([true, true]);
    expect(compose.services['database']?.networks).toEqual(['inside']);
  });

  it('takes a backup on demand, into a volume, and not at each start', () => {
    const { image, profiles, restart, command, volumes } = compose.services['backup'] ?? {};
    expect({ image, profiles, restart }).toEqual({
      image: 'villagehall',
      profiles: ['backup'],
      restart: 'no',
    });
    expect(command?.join(' ')).toBe(`node ${backupCommand} /backups`);
    expect(volumes).toEqual(['backups:/backups']);
    expect(read('Dockerfile')).toMatch(/^RUN install .* \/backups$/m);
  });

  it('has an example for each required value', () => {
    const asked = Array.from(text.matchAll(/\$\{([A-Z_]+):\?/g), ([, name]) => name);
    const given = Array.from(
      read('deploy/compose/env.example').matchAll(/^([A-Z_]+)=/gm),
      ([, n]) => n,
    );
    expect(asked.length).toBeGreaterThan(2);
    expect(given).toEqual(expect.arrayContaining(asked));
  });

  it('passes every setting on, and its example names each of them', () => {
    const [[, site] = []] = sites;
    expectAllSettings(new Set(Object.keys(site?.environment ?? {})), [
      ...elsewhere,
      ...ofContainers,
    ]);
    const taken = Array.from(text.matchAll(/\$\{([A-Z_]+)\b/g), ([, name]) => name);
    const named = namedIn(read('deploy/compose/env.example'));
    expect(taken.filter((name) => !named.has(name))).toEqual([]);
  });

  it('has a proxy that sends nothing to an unready process, and trusts no other answer', () => {
    const caddy = read('deploy/compose/Caddyfile');
    const upstreams = sites.map(([name]) => `${name}:3000`).join(' ');
    expect(upstreams).toBe('site-1:3000 site-2:3000');
    expect(caddy).toContain(`reverse_proxy ${upstreams} {`);
    expect(caddy).toMatch(/^\s*health_uri \/readyz$/m);
    expect(caddy).not.toMatch(/^\s*(unhealthy_|fail_duration|max_fails)/m);
  });
});

describe('the systemd unit', () => {
  const unit = read('deploy/systemd/villagehall.service');

  it('gives the site one writable folder and no privileges', () => {
    for (const line of [
      'ProtectSystem=strict',
      'NoNewPrivileges=yes',
      'StateDirectory=villagehall',
      'CapabilityBoundingSet=',
      'PrivateTmp=yes',
    ]) {
      expect(unit.split('\n')).toContain(line);
    }
    const flags = '--enable-source-maps --max-semi-space-size=16';
    expect(read('scripts/setup/serve.mjs')).toContain("'--max-semi-space-size=16'");
    expect(read('Dockerfile')).toContain('"--max-semi-space-size=16"');
    expect(unit).toMatch(
      new RegExp(String.raw`^ExecStart=\S+ ${flags} \S+/dist/main/main\.js$`, 'm'),
    );
  });

  it('takes backups each night, as confined as the site, and finds it at its address', () => {
    const backup = read('deploy/systemd/villagehall-backup.service');
    const shut = (text: string) =>
      text
        .split('\n')
        .filter((line) =>
          /^(User|Group|WorkingDirectory|EnvironmentFile)=|^[A-Z]\w+=(yes|no)$/.test(line),
        )
        .toSorted();
    expect(shut(backup)).toEqual(shut(unit));
    expect(backup).toContain('\nEnvironment=DATA_DIR=/var/lib/villagehall\n');
    expect(backup).toMatch(
      new RegExp(String.raw`^ExecStart=.*/${backupCommand} /var/backups/villagehall$`, 'm'),
    );
    // PrivateTmp hides the site's own /tmp from the backup.
    expect(unit).toContain('\nEnvironment=TMPDIR=/run/villagehall\nRuntimeDirectory=villagehall\n');
    expect(read('deploy/systemd/villagehall-backup.timer')).toMatch(/^OnCalendar=/m);
  });

  it('has existing settings only', () => {
    const example = read('deploy/systemd/villagehall.env.example');
    expectSettings(Array.from(example.matchAll(/^#?([A-Z_]+)=/gm), ([, name = '']) => name));
    expectAllSettings(namedIn(example), elsewhere);
  });
});
