/**
 * @module The settings in deploy/compose.yaml, .env.example and make-secrets fit the service, Caddy and
 * coturn, and the files they refer to exist.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { ServiceOption } from '../../packages/signaling/src/cli/flags/option.ts';
import { readServeFlags, serviceOptions } from '../../packages/signaling/src/cli/index.ts';
import { createProgram } from '../../packages/signaling/src/cli/program.ts';
import { makeDirectory } from '../../packages/signaling/src/test-support/directory.fixture.ts';
import { DEPLOY, readDeployFile } from './deploy-file.fixture.ts';

const run = promisify(execFile);

afterEach(() => {
  vi.unstubAllEnvs();
});

interface ComposeService {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly volumes?: readonly string[];
  readonly networks?: readonly string[];
  readonly network_mode?: string;
  readonly healthcheck?: object;
  readonly restart?: string;
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly depends_on?: object;
  readonly deploy?: { readonly resources?: { readonly limits?: Readonly<Record<string, string>> } };
}

interface Compose {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: object;
  readonly networks: object;
}

const compose: Compose = parse(readDeployFile('compose.yaml'), { merge: true });
const services = Object.entries(compose.services);
const nodes = services.filter(([, { image }]) => image.startsWith('longwire-signaling:'));
const secretNames = Object.keys(compose.secrets);

/** The settings in .env.example by name. */
const settings = new Map(
  readDeployFile('.env.example')
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/u.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
);

/** Replaces variables with the values in .env.example, as compose does. */
const filled = (text: string): string =>
  text.replaceAll(/\$\{([A-Z_]+)(?::\?[^}]*)?\}/gu, (_, name: string) => settings.get(name) ?? `no ${name}`);

test('compose.yaml has two nodes and all other services', () => {
  expect(nodes.map(([name]) => name)).toEqual(['signaling-1', 'signaling-2']);
  expect(Object.keys(compose.services)).toEqual(
    expect.arrayContaining(['caddy', 'postgres', 'redis', 'coturn']),
  );
});

test.each(nodes)('%s: every variable is a serve option with a valid value', (_name, { environment = {} }) => {
  const serve = createProgram().commands.find((command) => command.name() === 'serve');
  const options = new Map(
    serve?.options.filter((option) => option instanceof ServiceOption).map((each) => [each.envVar, each]),
  );
  for (const [variable, value] of Object.entries(environment)) {
    const option = options.get(variable);
    expect([variable, option?.envVar]).toEqual([variable, variable]);
    expect(() => option?.parseArg?.(filled(value), undefined)).not.toThrow();
    expect(filled(value)).not.toContain('no ');
  }
});

test.each(nodes)(
  '%s: its variables and those of its image fit together, with the secrets of make-secrets',
  async (_name, { environment = {} }) => {
    await using directory = await makeDirectory();
    cpSync(join(DEPLOY, 'make-secrets'), join(directory.path, 'make-secrets'));
    await run(join(directory.path, 'make-secrets'));
    const ofImage = [...readDeployFile('Containerfile').matchAll(/\b(LONGWIRE_\w+)=(\S+)/gu)];
    const variables = [
      ...ofImage.map(([, variable = '', value = '']) => [variable, value] as const),
      ...Object.entries(environment),
    ];
    for (const [variable, value] of variables)
      vi.stubEnv(variable, filled(value).replace('/run/secrets/', `${directory.path}/secrets/`));
    const flags = await readServeFlags([]);
    expect(flags.database).toMatch(/^postgres:\/\//u);
    expect(serviceOptions(flags)).toMatchObject({
      host: '0.0.0.0',
      redis: { url: expect.stringMatching(/^redis:\/\//u) },
      turn: { urls: [expect.any(String), expect.any(String)] },
    });
  },
);

test('.env.example has exactly the variables that compose.yaml uses', () => {
  const asked = [...readDeployFile('compose.yaml').matchAll(/\$\{([A-Z_]+)/gu)].map(([, name = '']) => name);
  expect([...settings.keys()].sort()).toEqual([...new Set(asked)].sort());
});

test('Caddy and coturn get the settings that their files use', () => {
  const ofCaddy = Object.keys(compose.services['caddy']?.environment ?? {});
  const asked = [...readDeployFile('Caddyfile').matchAll(/\{\$([A-Z_]+)/gu)].map(([, name = '']) => name);
  expect(ofCaddy.sort()).toEqual([...new Set(asked)].sort());
  const text = readDeployFile('coturn/run-turnserver');
  const documented = new Set([...text.matchAll(/^# {3}([A-Z_]+)/gmu)].map(([, name]) => name));
  const ofCoturn = Object.keys(compose.services['coturn']?.environment ?? {});
  expect(ofCoturn.filter((name) => !documented.has(name))).toEqual([]);
  expect(ofCoturn).toEqual(expect.arrayContaining(['TURN_REALM', 'TURN_SECRET_FILE']));
});

test.each(services)(
  '%s: its files and secrets exist, and it runs with minimal privileges',
  (name, service) => {
    expect(service.image).toMatch(/:\d+\.\d+\.\d+(?:-\w+)?$|:\d+\.\d+(?:-\w+)?$/u);
    expect(service.restart).toBe('unless-stopped');
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(Object.keys(service.deploy?.resources?.limits ?? {}).sort()).toEqual(['cpus', 'memory']);
    // A node's health check is in its Containerfile.
    expect([name, (service.healthcheck ?? service.build) !== undefined]).toEqual([name, true]);
    for (const volume of service.volumes ?? []) {
      const [from = ''] = volume.split(':');
      const isFile = from.startsWith('./');
      const isThere = isFile ? existsSync(join(DEPLOY, from)) : Object.keys(compose.volumes).includes(from);
      expect([from, isThere, !isFile || volume.endsWith(':ro')]).toEqual([from, true, true]);
    }
    for (const secret of service.secrets ?? []) expect(secretNames).toContain(secret);
    const named = Object.values(service.environment ?? {}).flatMap(
      (value) => value.match(/^\/run\/secrets\/(.+)$/u)?.[1] ?? [],
    );
    for (const secret of named) expect(service.secrets).toContain(secret);
    for (const network of service.networks ?? []) expect(Object.keys(compose.networks)).toContain(network);
    for (const other of Object.keys(service.depends_on ?? {}).filter((key) => !/^\d+$/u.test(key)))
      expect(Object.keys(compose.services)).toContain(other);
  },
);

test.each(['signaling-1', 'signaling-2', 'caddy', 'redis', 'coturn'])(
  '%s is read-only and has no capability by default',
  (name) => {
    expect(compose.services[name]).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  },
);

test.each(['caddy', 'coturn'])(
  '%s keeps the capability that the file of its program has, without which it cannot be run',
  (name) => {
    // setcap cap_net_bind_service=+ep in both images
    expect(compose.services[name]?.cap_add).toEqual(['NET_BIND_SERVICE']);
  },
);

test('only Caddy and coturn are reachable from outside, and the database and Redis have no outside network', () => {
  const text = readDeployFile('compose.yaml');
  expect(text.match(/^ {4}ports:/gmu)).toHaveLength(1);
  expect(compose.services['postgres']?.networks).toEqual(['back']);
  expect(compose.services['redis']?.networks).toEqual(['back']);
  expect(compose.networks).toMatchObject({ back: { internal: true } });
});

test('make-secrets creates every secret once, readable by its owner only, and matching ones match', async () => {
  await using directory = await makeDirectory();
  const script = join(directory.path, 'make-secrets');
  cpSync(join(DEPLOY, 'make-secrets'), script);
  const folder = join(directory.path, 'secrets');
  // what a full disk left of an earlier run
  mkdirSync(folder);
  writeFileSync(join(folder, 'postgres-password'), '', { mode: 0o600 });
  await run(script);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();
  for (const [name, { file }] of Object.entries(compose.secrets)) {
    expect(file).toBe(`./secrets/${name}`);
    expect(read(name)).not.toBe('');
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o444);
  }
  expect(read('turn-secret')).toMatch(/^[0-9a-f]{64}$/u);
  expect(new URL(read('database'))).toMatchObject({
    protocol: 'postgres:',
    hostname: 'postgres',
    username: compose.services['postgres']?.environment?.['POSTGRES_USER'],
    pathname: `/${compose.services['postgres']?.environment?.['POSTGRES_DB']}`,
    password: read('postgres-password'),
  });
  expect(read('redis.conf')).toBe(`requirepass ${new URL(read('redis')).password}`);
  const before = secretNames.map(read);
  await run(script);
  expect(secretNames.map(read)).toEqual(before);
});
