/**
 * @module Every option of `serve` can be set by argument, environment and file, in that order of precedence,
 * and is listed by --help.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDirectory } from '../test-support/directory.fixture.ts';
import { addCommonFlags } from './common-flags.ts';
import { ServiceOption } from './flags/option.ts';
import { createProgram } from './program.ts';
import { addServeFlags, serviceOptions, type ServeFlags } from './serve-flags.ts';

/** Three distinct non-default values of an option, where it has that many. */
type Samples = readonly [string, string, string];

/** Values that suit most options; the first row that the option accepts is used. */
const SAMPLES: readonly Samples[] = [
  ['31', '32', '33'],
  ['31s', '32s', '33s'],
  ['true', 'false', 'true'],
  ['debug', 'warn', 'error'],
];

/** Values of options with a special format. */
const OWN_SAMPLES: Readonly<Record<string, Samples>> = {
  'ice-servers': ['[{"urls":["stun:a"]}]', '[{"urls":["stun:b"]}]', '[{"urls":["stun:c"]}]'],
  'public-url': ['https://a.example', 'http://b.example', 'wss://c.example'],
  'device-origin': ['https://*.a.example', 'https://*.b.example', 'none'],
  'allow-origin': ['https://a.example', 'https://b.example', 'https://c.example'],
  'push-services': ['http://a.example', 'http://b.example', 'http://c.example'],
  'acme-server': [
    'https://a.example/directory',
    'https://b.example/directory',
    'https://c.example/directory',
  ],
  'metrics-token': ['a'.repeat(16), 'b'.repeat(16), 'c'.repeat(16)],
  'turn-urls': ['turn:a.example', 'turn:b.example', 'turn:c.example'],
};

/** All environment variables that could influence the tests. */
const variables = (): string[] =>
  serveOptions().flatMap(({ envVar, otherVariables }) => [envVar ?? '', ...otherVariables]);

beforeEach(() => {
  for (const name of variables()) vi.stubEnv(name, undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function serveCommand(): Command {
  return addServeFlags(addCommonFlags(new Command('serve').exitOverride().action(() => undefined)));
}

function serveOptions(): ServiceOption[] {
  return serveCommand().options.filter((option) => option instanceof ServiceOption);
}

function optionOf(name: string): ServiceOption {
  const option = serveOptions().find((candidate) => candidate.name() === name);
  if (option === undefined) throw new Error(`no option ${name}`);
  return option;
}

function parse(option: ServiceOption, text: string): unknown {
  return option.parseArg === undefined ? text : option.parseArg(text, undefined);
}

function takes(option: ServiceOption, text: string): boolean {
  try {
    parse(option, text);
    return true;
  } catch {
    return false;
  }
}

function samplesOf(option: ServiceOption): Samples {
  const rows = [...(option.argChoices?.includes('debug') === true ? SAMPLES.slice(3) : []), ...SAMPLES];
  const found = OWN_SAMPLES[option.name()] ?? rows.find((row) => row.every((text) => takes(option, text)));
  if (found === undefined) throw new Error(`this test lacks samples of --${option.name()}`);
  return found;
}

interface Settings {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly file?: object;
}

/** The final option values. */
async function settled({ args = [], env = {}, file }: Settings): Promise<Record<string, unknown>> {
  await using directory = await makeDirectory();
  const config = join(directory.path, 'config.json');
  await writeFile(config, JSON.stringify(file ?? {}));
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const command = serveCommand();
  try {
    await command.parseAsync([...args, ...(file === undefined ? [] : ['--config', config])], {
      from: 'user',
    });
    return command.opts();
  } finally {
    for (const name of Object.keys(env)) vi.stubEnv(name, undefined);
  }
}

const names = serveOptions()
  .map((option) => option.name())
  .filter((name) => name !== 'config');

const plain = names.filter((name) => optionOf(name).fileOf === undefined);

test('the options of serve are those listed in the guide', () => {
  expect(names).toEqual(
    expect.arrayContaining(['database', 'port', 'redis', 'turn-secret', 'device-origin']),
  );
});

test.each(plain)(
  '--%s: the argument overrides the environment, which overrides the file, which overrides the default',
  async (name) => {
    const option = optionOf(name);
    const [first, second, third] = samplesOf(option);
    const { envVar = '' } = option;
    const attribute = option.attributeName();
    const args = [`--${name}=${first}`];
    const env = { [envVar]: second };
    const file = { [name]: JSON.parse(asJson(third)) };
    const value = async (settings: Settings): Promise<unknown> => (await settled(settings))[attribute];
    expect(await value({ args, env, file })).toEqual(parse(option, first));
    expect(await value({ env, file })).toEqual(parse(option, second));
    expect(await value({ file })).toEqual(parse(option, third));
    expect(await value({})).toEqual(option.defaultValue);
  },
);

/** The ways to a certificate, which exclude each other, with the options that matter only for each. */
const CERTIFICATE_WAYS: readonly (readonly string[])[] = [
  ['tls-cert', 'tls-key'],
  ['domain', 'acme-email', 'acme-server', 'tls-directory', 'plain-port'],
  ['local-https', 'local-name'],
];

/** All options that can be set together with one. */
function compatibleWith(name: string): readonly string[] {
  const way = CERTIFICATE_WAYS.find((candidate) => candidate.includes(name)) ?? CERTIFICATE_WAYS[0];
  const others = new Set(CERTIFICATE_WAYS.filter((candidate) => candidate !== way).flat());
  return plain.filter((candidate) => !others.has(candidate));
}

/** The service options when every option that suits `option` is set; `changed` gets a different value. */
function optionsWith(option: string, changed?: string): string {
  const args = compatibleWith(option).map(
    (name) => `--${name}=${samplesOf(optionOf(name))[name === changed ? 1 : 0]}`,
  );
  const flags = serveCommand().parse(args, { from: 'user' }).opts<ServeFlags>();
  return JSON.stringify(serviceOptions(flags), (key, value: unknown) => (key === 'stream' ? '' : value));
}

test.each([
  [['--domain=a.example', '--local-https'], 'exclude each other'],
  [['--tls-cert=a', '--tls-key=b', '--domain=a.example'], 'exclude each other'],
  [['--tls-cert=a'], 'required together'],
  [['--local-https', '--database=postgres://h/d'], '--tls-directory is required'],
  [['--local-https', '--database=PostgreSQL://h/d'], '--tls-directory is required'],
])('%j is refused: %s', (args, words) => {
  const flags = serveCommand().parse(args, { from: 'user' }).opts<ServeFlags>();
  expect(() => serviceOptions(flags)).toThrow(words);
});

test.each([
  [[], { host: '127.0.0.1', port: 8700 }],
  [['--domain=a.example'], { port: 443, tls: { domain: 'a.example', directory: 'tls' } }],
  [['--local-https', '--local-name=cam'], { port: 443, tls: { local: 'cam', directory: 'tls' } }],
  [['--local-https', '--database=/var/lib/r.db'], { tls: { directory: '/var/lib/tls' } }],
  [['--local-https', '--plain-port=none'], { tls: { plainPort: false } }],
  [['--domain=a.example', '--host=10.0.0.1', '--port=8443'], { host: '10.0.0.1', port: 8443 }],
])('the defaults with %j suit the way to a certificate', (args, options) => {
  const flags = serveCommand().parse(args, { from: 'user' }).opts<ServeFlags>();
  expect(serviceOptions(flags)).toMatchObject(options);
});

test.each(plain)('--%s changes the service options', (name) => {
  expect(optionsWith(name, name)).not.toBe(optionsWith(name));
});

/** Numbers, switches and lists have their JSON types in the file. */
function asJson(text: string): string {
  return /^(?:\d+|true|false|\[.*\])$/u.test(text) ? text : JSON.stringify(text);
}

test.each(names.filter((name) => !plain.includes(name)))(
  '--%s: the value can come from a file that any source refers to',
  async (name) => {
    await using directory = await makeDirectory();
    const option = optionOf(name);
    const target = optionOf(option.fileOf ?? '');
    const texts = samplesOf(target);
    const files = texts.map((_, index) => join(directory.path, String(index)));
    for (const [index, file] of files.entries()) await writeFile(file, `${texts[index]}\n`);
    const [first = '', second = '', third = ''] = files;
    const { envVar = '' } = option;
    const value = async (settings: Settings): Promise<unknown> =>
      (await settled(settings))[target.attributeName()];
    const [env, file] = [{ [envVar]: second }, { [name]: third }];
    expect(await value({ args: [`--${name}=${first}`], env, file })).toBe(texts[0]);
    expect(await value({ env, file })).toBe(texts[1]);
    expect(await value({ file })).toBe(texts[2]);
    // A value from a stronger source wins over the file, a weaker one does not, and both from the same source
    // are an error.
    const direct = { [target.envVar ?? '']: 'value-given-directly' };
    expect(await value({ env: direct, file })).toBe('value-given-directly');
    expect(await value({ args: [`--${name}=${first}`], env: direct })).toBe(texts[0]);
    await expect(value({ env: { ...env, ...direct } })).rejects.toMatchObject({ code: 'ERR_CONFIG' });
  },
);

test.each(names.filter((name) => optionOf(name).otherVariables.length > 0))(
  "--%s: a variable shared with other programs has lower precedence than the option's own, and higher than the file",
  async (name) => {
    const option = optionOf(name);
    const { envVar = '' } = option;
    const [other = ''] = option.otherVariables;
    const value = async (settings: Settings): Promise<unknown> =>
      (await settled(settings))[option.attributeName()];
    const file = { [name]: 'from the file' };
    expect(await value({ env: { [other]: 'from others' }, file })).toBe('from others');
    expect(await value({ env: { [other]: 'from others', [envVar]: 'own' }, file })).toBe('own');
    expect(await value({ args: [`--${name}=given`], env: { [other]: 'from others' } })).toBe('given');
  },
);

test.each([
  ['missing', undefined],
  ['empty', ''],
  ['of two lines', 'canary-one\ncanary-two\n'],
])('a secret file that is %s is rejected without showing its content', async (_what, content) => {
  await using directory = await makeDirectory();
  const file = join(directory.path, 'secret');
  if (content !== undefined) await writeFile(file, content);
  const refused = settled({ args: ['--turn-secret-file', file] });
  await expect(refused).rejects.toMatchObject({ code: 'ERR_CONFIG' });
  await expect(refused).rejects.not.toThrow(/canary/u);
});

test.each([
  ['https://console.example/', 'https://console.example'],
  ['https://Console.Example:443', 'https://console.example'],
  ['capacitor://localhost', 'capacitor://localhost'],
])('the origin %s is kept as browsers write it', (text, origin) => {
  const flags = serveCommand()
    .parse([`--allow-origin=${text}`], { from: 'user' })
    .opts<ServeFlags>();
  expect(flags.allowOrigin).toEqual([origin]);
});

test('--help lists every option of serve with its variable under a heading, and no values of the environment', () => {
  const secrets = Object.fromEntries(serveOptions().map(({ envVar = '' }) => [envVar, 'canary-value']));
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
  const serve = createProgram().commands.find((command) => command.name() === 'serve');
  const help = serve?.helpInformation() ?? '';
  const words = help.replaceAll(/\s+/gu, ' ');
  for (const option of serveOptions()) {
    expect(words).toContain(` ${option.flags} `);
    expect(words).toContain(`env: ${option.envVar}`);
    for (const variable of option.otherVariables) expect(words).toContain(`also ${variable}`);
  }
  expect(words).not.toContain('canary');
  const headings = [...help.matchAll(/^([A-Z].*):$/gmu)].map(([, heading]) => heading);
  expect(headings).toEqual(
    expect.arrayContaining(['Database', 'Network', 'Nodes', 'Relay (STUN and TURN)', 'Limits', 'Logs']),
  );
});

test('every command has the options for the database, the config file and JSON output', () => {
  const ends = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(ends);
  for (const command of ends(createProgram())) {
    const flags = command.options.map(({ long }) => long);
    expect([command.name(), flags]).toEqual([
      command.name(),
      expect.arrayContaining(['--database', '--database-file', '--config']),
    ]);
    expect(flags.includes('--json')).toBe(command.name() !== 'serve');
  }
});
